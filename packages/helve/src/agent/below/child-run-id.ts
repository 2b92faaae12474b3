/**
 * The id of the run that carries out a call of a sub-agent. It follows from the call, so that the
 * run is found from there whatever happened in between, and no call ever has two.
 */
export async function childRunId(call: {
  readonly runId: string;
  readonly toolCallId: string;
}): Promise<string> {
  const text = JSON.stringify([call.runId, call.toolCallId]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const bytes = Array.from(new Uint8Array(hash).subarray(0, 12));
  return `run_${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
