import type { ModelOutputPart } from '../../tool/model-output.ts';
import type { ResolvedFile } from './resolve-file.ts';
import { resolveFile } from './resolve-file.ts';
import type { EncodeContext } from './version-encoder.ts';

/** The parts of a tool's multimodal result that stand for a file or an image. */
export type FileOutputPart = Exclude<ModelOutputPart, { readonly type: 'text' | 'custom' }>;

/** The file that a part of a tool's result stands for; `undefined` where it is no usable one. */
export function outputPartFile(
  part: FileOutputPart,
  { providerKey }: EncodeContext,
): ResolvedFile | undefined {
  switch (part.type) {
    case 'image-url':
      return resolveFile({ type: 'url', url: part.url }, part.mediaType ?? 'image');
    case 'image-data':
      return resolveFile({ type: 'data', data: part.data }, part.mediaType ?? 'image');
    case 'file-url':
      return resolveFile({ type: 'url', url: part.url }, part.mediaType);
    case 'file-data':
      return resolveFile({ type: 'data', data: part.data }, part.mediaType);
    case 'file-id':
    case 'image-file-id': {
      const { fileId } = part;
      // an id without a provider's name can only be meant for the provider that is asked
      const reference = typeof fileId === 'string' ? { [providerKey]: fileId } : fileId;
      const mediaType = part.type === 'file-id' ? 'application' : 'image';
      return { type: 'reference', reference, mediaType };
    }
    default:
      return undefined;
  }
}

/** The name of the file that a part stands for, where it has one. */
export function outputPartFilename(part: ModelOutputPart): string | undefined {
  return 'filename' in part ? part.filename : undefined;
}
