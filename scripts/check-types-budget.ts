import { budgets } from '../tests/budgets/budgets.ts';
import { judgeBudget } from '../tests/budgets/judge-budget.ts';
import { tools as fifty } from '../tests/budgets/types/tools.ts';
import { countInstantiations } from './count-instantiations.ts';
import { report } from './report.ts';

// Fails when Helve's types cost the compiler more than they may: fifty tools, less their schemas.

const folder = 'tests/budgets/types';

const schemas = await countInstantiations(`${folder}/schemas.ts`);
const tools = await countInstantiations(`${folder}/tools.ts`);
const agent = await countInstantiations(`${folder}/agent.ts`);
const perTool = (tools - schemas) / Object.keys(fifty).length;
const forAgent = agent - tools;

console.log(
  `${Math.round(perTool)} ${budgets.typesOfTool.unit}, ${forAgent} ${budgets.typesOfAgent.unit}`,
);
const problems = [
  judgeBudget('The type of a tool', perTool, budgets.typesOfTool),
  judgeBudget('The type of an agent', forAgent, budgets.typesOfAgent),
];
report(
  'types budget',
  problems.filter((problem) => problem !== undefined),
);
