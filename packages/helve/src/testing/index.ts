/**
 * What tests of tools and agents need: a model that says what it is told to, and a reader of streams.
 *
 * @module
 */
export { collect } from './collect.ts';
export {
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.ts';
export type { ScriptedCall, ScriptedPart, ScriptedResponse } from './scripted-response.ts';
