import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { serveRecording } from './serve-recording.ts';
import { textAnswer } from './text-answer.ts';

const script = fileURLToPath(new URL('ask-named-model.ts', import.meta.url));

/**
 * Runs the script in a process of its own, so that Node finds the packages, and adapters read their
 * variables, as they do for an application.
 */
async function ask(model: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { PATH = '' } = process.env;
  const options = { env: { PATH, NODE_NO_WARNINGS: '1', ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [script, model], options);
  return JSON.parse(stdout);
}

// a process of its own takes its time to start
describe('a model that is named', { timeout: 60_000 }, () => {
  test.for([
    ['openai/gpt-5', 'openai-responses/tool-call', 'OPENAI'],
    ['anthropic/claude-sonnet-4-5', 'anthropic/tool-call', 'ANTHROPIC'],
  ] as const)(
    '%s is asked by the installed package, set up by the environment',
    async ([name, recorded, prefix], { skip }) => {
      skip(missingRecordings !== undefined, missingRecordings);
      const answer = textAnswer(providerOf(recorded), 'It is sunny.');
      await using server = await serveRecording([recording(recorded), answer]);
      const env = { [`${prefix}_BASE_URL`]: server.url, [`${prefix}_API_KEY`]: 'not-a-real-key' };
      const input = { location: 'San Francisco' };
      expect(await ask(name, env)).toEqual({
        text: 'It is sunny.',
        toolResults: [
          {
            toolCallId: expect.any(String),
            toolName: 'weather',
            args: input,
            kind: 'result',
            result: { input, forecast: 'sunny' },
          },
        ],
      });
      expect(server.requests[0]?.body).toMatchObject({ model: name.split('/')[1] });
    },
  );

  test('without the package for it says which to install', async () => {
    expect(await ask('not-installed-here/model-1')).toEqual({
      code: 'MODEL_ADAPTER_MISSING',
      message: expect.stringContaining('npm install @ai-sdk/not-installed-here'),
    });
  });

  test("without a key is refused in the words of the provider's package", async () => {
    expect(await ask('openai/gpt-5')).toMatchObject({
      message: expect.stringContaining('OPENAI_API_KEY'),
    });
  });

  test.each(['gpt-5', 'openai/', '../openai/gpt-5'])(
    'wrongly, as %j, says how to write it',
    async (name) => {
      expect(await ask(name)).toEqual({
        code: 'UNSUPPORTED_MODEL',
        message: expect.stringContaining('provider/model'),
      });
    },
  );
});
