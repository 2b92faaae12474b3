import { builtinModule } from '../tool/builtin-module.ts';

/** What is used of `node:crypto`, which Node, Deno and Bun have. */
interface NodeCrypto {
  /** Half the work, where it is there: Node has it from 20.12 on. */
  hash?(algorithm: 'sha256', text: string, encoding: 'hex'): string;
  createHash(algorithm: 'sha256'): {
    update(text: string): { digest(encoding: 'hex'): string };
  };
}

/** Asked for once. */
let builtin: { readonly crypto: NodeCrypto | undefined } | undefined;

function builtinCrypto(): NodeCrypto | undefined {
  // the module's own documentation says what it has
  builtin ??= { crypto: builtinModule('node:crypto') as NodeCrypto | undefined };
  return builtin.crypto;
}

/**
 * The SHA-256 of a text's UTF-8, in hexadecimal. Web Crypto goes through another thread, which takes
 * ten times as long as the work, so it is used where the runtime has nothing of its own.
 */
export function sha256(
  text: string,
  // `null` does without
  crypto: NodeCrypto | null | undefined = builtinCrypto(),
): string | Promise<string> {
  if (crypto?.hash) return crypto.hash('sha256', text, 'hex');
  if (crypto) return crypto.createHash('sha256').update(text).digest('hex');
  return webSha256(text);
}

async function webSha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
