/*
 * The protocol is left to the official SDK: it keeps up with the revisions, and passes their conformance
 * suite. It takes a sixth of a second to load, which nobody pays who only reads definitions.
 */

export type Sdk = typeof import('@modelcontextprotocol/client');

let loaded: Sdk | undefined;

/** The SDK, loaded when something is first connected to. */
export async function loadSdk(): Promise<Sdk> {
  loaded ??= await import('@modelcontextprotocol/client');
  return loaded;
}

/** The SDK, where it has been loaded: before that, no error is one of its. */
export function loadedSdk(): Sdk | undefined {
  return loaded;
}
