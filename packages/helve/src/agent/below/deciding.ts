/** What takes decisions: few runs wait, so it is loaded when somebody decides. */
export { answer, approval, clientResult, decline } from '../decide/decisions.ts';
export { decideInTree } from './nested-decision.ts';
