/** What takes decisions: few runs wait, so it is loaded when somebody decides. */
export { decideWhenFree } from '../decide/decide-when-free.ts';
export { answer, approval, clientResult, decline } from '../decide/decisions.ts';
