import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SqliteStoreOptions } from '@helve/sqlite';

/** What encrypts records, as docs/durability.md shows it. */
export function sealingCodec(): NonNullable<SqliteStoreOptions['codec']> {
  const key = randomBytes(32);
  return {
    encode: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    decode: (data) => {
      const bytes = Buffer.from(data);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
