import * as fileTools from './file-tools.ts';
import * as machineTools from './machine-tools.ts';
import * as orderTools from './order-tools.ts';
import * as peopleTools from './people-tools.ts';
import * as travelTools from './travel-tools.ts';

/** Fifty tools as an application has them: every field of a tool and every kind of schema is used. */
export const tools = {
  ...fileTools,
  ...machineTools,
  ...orderTools,
  ...peopleTools,
  ...travelTools,
};
