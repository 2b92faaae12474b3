import { builtinModule } from '../tool/builtin-module.ts';

/** What is used of `node:crypto`, which Node, Deno and Bun have. */
interface NodeCrypto {
  createHash(algorithm: 'sha256'): {
    update(text: string): { digest(encoding: 'hex'): string };
  };
}

/**
 * The SHA-256 of a text's UTF-8, in hexadecimal. Web Crypto goes through another thread, which takes
 * ten times as long as the work, so it is used where the runtime has nothing of its own.
 */
export async function sha256(
  text: string,
  // the module's own documentation says what it has; `null` does without
  crypto: NodeCrypto | null | undefined = builtinModule('node:crypto') as NodeCrypto | undefined,
): Promise<string> {
  if (crypto) return crypto.createHash('sha256').update(text).digest('hex');
  const bytes = new TextEncoder().encode(text);
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
