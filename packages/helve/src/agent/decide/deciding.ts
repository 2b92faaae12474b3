/** What takes decisions: few runs wait, so it is loaded when somebody decides. */
export { decideWhenFree } from './decide-when-free.ts';
export { answer, approval, clientResult, decline } from './decisions.ts';
