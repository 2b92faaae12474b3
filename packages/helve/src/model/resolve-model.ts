import { adaptModel } from './adapt-model.ts';
import { fieldsOf } from './decode/read-fields.ts';
import type { LanguageModel, ModelAdapter } from './language-model.ts';
import { ModelAdapterMissingError } from './model-adapter-missing-error.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

/** Loads a package's module. */
export type ImportModule = (packageName: string) => Promise<unknown>;

/** Providers whose package exports its provider under another name than its own in camel case. */
const EXPORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['amazon-bedrock', 'bedrock'],
  ['google-vertex', 'vertex'],
]);

/**
 * Makes the adapter of a model: at once for a model object; for a name such as `'openai/gpt-5'`,
 * after importing the provider's package (`@ai-sdk/openai`), which the application installs.
 *
 * The name's first `/` separates provider and model, so a model's id may have more of them. What
 * the provider says of a missing API key passes through as it is.
 *
 * @throws UnsupportedModelError for what is no supported model, nor the name of one.
 * @throws ModelAdapterMissingError where the provider's package is not installed.
 *
 * @example
 * ```ts
 * const adapter = await resolveModel('anthropic/claude-sonnet-4-5');
 * ```
 */
export function resolveModel(
  model: LanguageModel | string,
  importModule: ImportModule = importPackage,
): ModelAdapter | Promise<ModelAdapter> {
  return typeof model === 'string' ? resolveName(model, importModule) : adaptModel(model);
}

async function resolveName(name: string, importModule: ImportModule): Promise<ModelAdapter> {
  const [provider = '', modelId] = splitAtFirstSlash(name);
  // the name becomes part of what is imported, so nothing but a plain package name may pass
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(provider) || modelId === '') {
    throw new UnsupportedModelError(
      `"${name}" is not the name of a model. Write it as provider/model, such as 'openai/gpt-5'.`,
    );
  }
  const packageName = `@ai-sdk/${provider}`;
  const module = await importProvider(packageName, importModule);
  const makeModel = modelMakerOf(module, provider);
  if (makeModel === undefined) {
    throw new UnsupportedModelError(
      `The package ${packageName} exports no ready-made provider of language models. Make the ` +
        'model with what it exports, and give the agent the model object.',
    );
  }
  // adaptModel checks what the provider made of the id
  return adaptModel(makeModel(modelId) as LanguageModel);
}

function splitAtFirstSlash(name: string): readonly [string, string] {
  const slash = name.indexOf('/');
  return slash === -1 ? ['', ''] : [name.slice(0, slash), name.slice(slash + 1)];
}

async function importProvider(packageName: string, importModule: ImportModule): Promise<unknown> {
  try {
    return await importModule(packageName);
  } catch (error) {
    if (!isMissing(packageName, error)) throw error;
    throw new ModelAdapterMissingError(packageName, { cause: error });
  }
}

/** Runtimes and bundlers differ in the wording, but all name what they did not find in quotes. */
function isMissing(packageName: string, error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error);
  const quotes = [`'${packageName}'`, `"${packageName}"`, `\`${packageName}\``];
  return quotes.some((quoted) => message.includes(quoted));
}

/** The provider that a package exports: by its name, or else the only one there is. */
function modelMakerOf(
  module: unknown,
  provider: string,
): ((modelId: string) => unknown) | undefined {
  const exports = fieldsOf(module);
  for (const name of [toCamelCase(provider), EXPORT_NAMES.get(provider)]) {
    const isExported = name !== undefined && Object.hasOwn(exports, name);
    const maker = isExported ? asModelMaker(exports[name]) : undefined;
    if (maker !== undefined) return maker;
  }
  // a set, since packages export their provider under a second name too
  const makers = [...new Set(Object.values(exports))]
    .map(asModelMaker)
    .filter((maker) => maker !== undefined);
  return makers.length === 1 ? makers[0] : undefined;
}

/** A provider has a method that makes language models; its classes and factories do not. */
function asModelMaker(value: unknown): ((modelId: string) => unknown) | undefined {
  const isProvider = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (!isProvider || !('languageModel' in value)) return undefined;
  const { languageModel } = value;
  return typeof languageModel === 'function'
    ? (modelId) => languageModel.call(value, modelId)
    : undefined;
}

function toCamelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase());
}

/** A variable keeps bundlers from looking for packages that the application may not have. */
function importPackage(packageName: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ packageName);
}
