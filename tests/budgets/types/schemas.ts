import type * as fileSchemas from './file-schemas.ts';
import type * as machineSchemas from './machine-schemas.ts';
import type * as orderSchemas from './order-schemas.ts';
import type * as peopleSchemas from './people-schemas.ts';
import type * as travelSchemas from './travel-schemas.ts';

/** What every schema of a file takes and gives. */
type Types<Schemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends {
    readonly '~standard': { readonly types?: infer Both };
  }
    ? Both
    : undefined;
};

/**
 * The schemas of the fifty tools without the tools, with their types worked out: what the schema
 * libraries cost the compiler, whoever uses the schemas.
 */
export type SchemaTypes = Types<typeof fileSchemas> &
  Types<typeof machineSchemas> &
  Types<typeof orderSchemas> &
  Types<typeof peopleSchemas> &
  Types<typeof travelSchemas>;
