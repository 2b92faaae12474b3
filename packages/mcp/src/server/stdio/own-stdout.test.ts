import { expect, test, vi } from 'vitest';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import { ownStdout } from './own-stdout.ts';

test('two servers do not share the output of a process; one may follow the other', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const owned = await ownStdout();
  await expect(ownStdout()).rejects.toThrow(InvalidMcpServerError);
  owned.release();
  (await ownStdout()).release();
  write.mockRestore();
});
