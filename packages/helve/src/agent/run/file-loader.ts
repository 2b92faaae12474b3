import type {
  DownloadedFile,
  DownloadLimits,
  LoadFile,
} from '../../model/download/download-file.ts';
import { FileDownloadError } from '../../model/download/file-download-error.ts';
import { Limiter } from '../calls/limiter.ts';

/** How many files of a run are downloaded at once. */
const AT_ONCE = 4;

interface Loading {
  readonly file: Promise<DownloadedFile>;
  /** What can still break it off. */
  signal: AbortSignal | undefined;
}

/**
 * Makes what downloads the files of one run: each address once, also where it fails, and a few at a
 * time. `undefined`: nothing is downloaded.
 */
export function createFileLoader(limits: DownloadLimits | undefined): LoadFile {
  if (!limits) return refuse;
  const limiter = new Limiter(AT_ONCE);
  const loadings = new Map<string, Loading>();

  return (url, signal) => {
    const known = loadings.get(url.href);
    // One that was broken off, because another file failed, may be asked for again.
    if (known && !known.signal?.aborted) return known.file;
    const file = limiter.run(() => download(url, limits, signal));
    const loading: Loading = { file, signal };
    loadings.set(url.href, loading);
    const settle = (): void => {
      if (!signal?.aborted) loading.signal = undefined;
    };
    file.then(settle, settle);
    return file;
  };
}

/** Few runs download anything: the code for it comes with the first file. */
async function download(
  url: URL,
  limits: DownloadLimits,
  signal: AbortSignal | undefined,
): Promise<DownloadedFile> {
  const { downloadFile } = await import('../../model/download/download-file.ts');
  return downloadFile(url, limits, signal);
}

const refuse: LoadFile = async (url) => {
  const why =
    'the model does not fetch it from there, and downloads are switched off (downloads: false). ' +
    'Switch them on, or send the content as base64 data.';
  throw new FileDownloadError(url, { reason: 'off', why });
};
