import { HelveError } from '../schema/helve-error.ts';

/**
 * The package for a model named `'provider/model'` is not installed. The message names the command
 * that installs it. `code` is `MODEL_ADAPTER_MISSING`.
 *
 * @example
 * ```ts
 * try {
 *   await agent.generate('Hello');
 * } catch (error) {
 *   if (ModelAdapterMissingError.isInstance(error)) console.error(error.packageName);
 * }
 * ```
 */
export class ModelAdapterMissingError extends HelveError {
  /** The package to install. */
  readonly packageName: string;

  constructor(packageName: string, { cause }: { readonly cause: unknown }) {
    const message =
      `The model needs the package ${packageName}, which is not installed. ` +
      `Install it with \`npm install ${packageName}\`, or give the agent a model object instead of ` +
      'a name.';
    super({ name: 'ModelAdapterMissingError', code: 'MODEL_ADAPTER_MISSING', message, cause });
    this.packageName = packageName;
  }

  /** Whether `value` is a `ModelAdapterMissingError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is ModelAdapterMissingError {
    return HelveError.hasCode(value, 'MODEL_ADAPTER_MISSING');
  }
}
