import { createTool } from '../../call/create-tool.ts';
import type { LanguageModel } from '../../model/language-model.ts';
import type { ScriptedModel, ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { FilePart, UserMessage } from '../../tool/message.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { recordingLogger } from './run-kit.ts';

/** What tests of runs with files share. */

/** How a PNG begins, in base64. */
export const PNG = 'iVBORw0KGgo=';

/** A server's answer with it, which says nothing of its type. */
export const png = (): Response => new Response(Buffer.from(PNG, 'base64'));

/** What it becomes in a prompt. */
export const inlined: object = { data: { type: 'data', data: PNG }, mediaType: 'image/png' };

/** A public address, of which no name has to be looked up. */
export const PICTURE = 'https://93.184.215.14/7.png';

/** A model that fetches from no address, or from those that match. */
export function blindModel(
  script: readonly ScriptedTurn[],
  supportedUrls: LanguageModel['supportedUrls'] = {},
): ScriptedModel {
  return { ...scriptedModel(script), supportedUrls };
}

/** A user's message with files. */
export function look(...files: readonly (string | FilePart)[]): UserMessage {
  const parts = files.map(
    (file): FilePart =>
      typeof file === 'string'
        ? { type: 'file', source: { type: 'url', url: file }, mediaType: 'image' }
        : file,
  );
  return { role: 'user', content: [{ type: 'text', text: 'Look.' }, ...parts] };
}

/** An agent that logs nothing to the console. */
export function agentWith(options: Partial<AgentOptions> & Pick<AgentOptions, 'model'>): Agent {
  return new Agent({ id: 'a', logger: recordingLogger(), ...options });
}

/** The parts that stand for files in the prompt of a request. */
export function filesIn(model: ScriptedModel, request = 0): readonly unknown[] {
  const prompt = model.requests[request]?.prompt ?? [];
  const parts = prompt.flatMap(({ role, content }) =>
    role === 'user' && typeof content !== 'string' ? content : [],
  );
  return parts.filter((part) => part.type !== 'text' || part.text !== 'Look.');
}

/** A tool, so that there is a second step. */
export const again: AnyTool = createTool({ id: 'again', execute: async () => 'go on' });
export const callAgain: ScriptedTurn = { toolCalls: [{ toolName: 'again', input: {} }] };
