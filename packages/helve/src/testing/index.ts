export {
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.ts';
export type { ScriptedCall, ScriptedPart, ScriptedResponse } from './scripted-response.ts';
