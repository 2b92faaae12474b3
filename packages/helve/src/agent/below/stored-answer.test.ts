import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { RunState } from '../../store/records.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { storedAnswer } from './stored-answer.ts';

/** A run of the script as it is stored, in some state. */
async function stored(script: readonly ScriptedTurn[], state?: RunState) {
  const store = new MemoryStore();
  const dig = createTool({ id: 'dig', execute: async () => 'earth' });
  const agent = new Agent({ id: 'a', model: scriptedModel(script), tools: { dig }, store });
  const { runId } = await agent.generate('Go.');
  const run = await store.loadRun(runId);
  if (!run) throw new Error('the run is not there');
  return storedAnswer(store, state ? { ...run, state } : run, 'agent-a');
}

test('the answer of a run that has ended is the text of its last step', async () => {
  const dig = { text: 'I dig.', toolCalls: [{ toolName: 'dig', input: {} }] };
  expect(await stored(['Found.'])).toBe('Found.');
  expect(await stored([dig, { reasoning: 'Hm.', text: 'Found.' }])).toBe('Found.');
});

test('a run that ended in silence has no answer', async () => {
  expect(await stored([{ text: '' }])).toBeUndefined();
});

test('a run that came to no end says what is known of it, and nothing more', async () => {
  await expect(stored(['Found.'], 'failed')).rejects.toThrow('"agent-a" failed.');
  await expect(stored(['Found.'], 'aborted')).rejects.toThrow('"agent-a" failed.');
  await expect(stored(['Found.'], 'running')).rejects.toThrow(/was cut off.*unknown/);
});
