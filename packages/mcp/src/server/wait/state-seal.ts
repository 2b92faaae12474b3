import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import type { CarriedState } from './carried-state.ts';

const MIN_KEY_BYTES = 32;
const IV_BYTES = 12;
/** Names the form of a sealed state, and what its key is for. */
const VERSION = 'helve-mcp-state-1';

/**
 * Seals what a client carries for us, so that it can neither change nor read it: a tool's suspend
 * payload is not the client's business. AES-256-GCM, which signs what it encrypts, from the Web
 * Crypto API; the key in use is derived from the one given.
 */
export class StateSeal {
  readonly #key: Promise<CryptoKey>;

  /** @param key at least 32 bytes; the same in all processes that serve the same clients. */
  constructor(key: Uint8Array | string) {
    const bytes = typeof key === 'string' ? new TextEncoder().encode(key) : key;
    if (bytes.length < MIN_KEY_BYTES) {
      throw new InvalidMcpServerError(
        `state.key must be at least ${MIN_KEY_BYTES} bytes long; make one with crypto.getRandomValues(new Uint8Array(${MIN_KEY_BYTES})) and keep it secret.`,
      );
    }
    this.#key = deriveKey(bytes);
    // Whoever seals or opens hears of a failure; until then it must not count as unhandled.
    this.#key.catch(() => undefined);
  }

  async seal(state: CarriedState): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(state));
    const sealed = await crypto.subtle.encrypt(algorithm(iv), await this.#key, plain);
    return toText(iv, new Uint8Array(sealed));
  }

  /** The state, or nothing where it is none that was sealed with this key. */
  async open(text: string): Promise<CarriedState | undefined> {
    try {
      const bytes = fromText(text);
      const iv = bytes.slice(0, IV_BYTES);
      const key = await this.#key;
      const plain = await crypto.subtle.decrypt(algorithm(iv), key, bytes.slice(IV_BYTES));
      // Only what was sealed here comes out of this.
      return JSON.parse(new TextDecoder().decode(plain)) as CarriedState;
    } catch {
      return undefined;
    }
  }
}

/** A key for one process: what it sealed nobody else opens. */
export function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(MIN_KEY_BYTES));
}

async function deriveKey(bytes: Uint8Array): Promise<CryptoKey> {
  // A copy, since the type of the one given does not say that it is on a plain ArrayBuffer.
  const base = await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = new TextEncoder().encode(VERSION);
  const salt = new Uint8Array();
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function algorithm(iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(VERSION) };
}

function toText(...parts: readonly Uint8Array[]): string {
  let binary = '';
  for (const part of parts) for (const byte of part) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
