import type { DownloadOptions } from './download-options.ts';
import type { FileDownloadProblem } from './file-download-error.ts';
import { isPublicIp } from './is-public-ip.ts';
import type { LookUpHost } from './lookup-host.ts';

/** What addresses are judged by. */
export interface AddressRules {
  readonly allowPrivateAddresses: NonNullable<DownloadOptions['allowPrivateAddresses']>;
  readonly lookUpHost: LookUpHost;
  /** Whether names that are not known here may be known to who fetches, such as a proxy. */
  readonly allowUnknownNames: boolean;
}

/** Ends of names that lead nowhere on the public internet. */
const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/;

/** Judges an address before it is fetched from; `undefined` where nothing speaks against it. */
export async function checkAddress(
  url: URL,
  rules: AddressRules,
): Promise<FileDownloadProblem | undefined> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused(
      `the model does not take ${url.protocol} addresses itself, and only http: and https: can be ` +
        'downloaded. Send the content as base64 data.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    return refused('the address holds a user name or a password. Leave them out.');
  }
  const problem = await judgeHost(url, rules);
  return problem?.reason === 'address' && isAllowed(url, rules) ? undefined : problem;
}

async function judgeHost(url: URL, rules: AddressRules): Promise<FileDownloadProblem | undefined> {
  // everything is allowed: there is nothing to find out
  if (rules.allowPrivateAddresses === true) return undefined;
  const isPublic = isPublicIp(url.hostname);
  if (isPublic !== undefined) return isPublic ? undefined : inside('is');
  const name = url.hostname.replace(/\.+$/, '');
  // a name without a dot is one of the own network's
  if (!name.includes('.') || LOCAL_NAMES.test(name)) return inside('is');
  const host = await rules.lookUpHost(url.hostname);
  switch (host.kind) {
    case 'found':
      return host.addresses.every(isPublicAddress) ? undefined : inside('leads to');
    case 'not-found':
      if (rules.allowUnknownNames) return undefined;
      return {
        reason: 'unreachable',
        why: 'its host name is not known. Check the address.',
        cause: host.error,
      };
    case 'unknown':
      return undefined;
  }
}

/** Looked-up addresses come in forms of their own, which the parser of URLs knows to read. */
function isPublicAddress(address: string): boolean {
  const [withoutZone = ''] = address.split('%');
  const host = withoutZone.includes(':') ? `[${withoutZone}]` : withoutZone;
  return (
    URL.canParse(`http://${host}/`) && isPublicIp(new URL(`http://${host}/`).hostname) === true
  );
}

function isAllowed(url: URL, { allowPrivateAddresses }: AddressRules): boolean {
  if (typeof allowPrivateAddresses !== 'function') return allowPrivateAddresses;
  try {
    // a copy: what is judged is what is fetched from
    return allowPrivateAddresses(new URL(url)) === true;
  } catch {
    return false;
  }
}

function refused(why: string): FileDownloadProblem {
  return { reason: 'address', why };
}

function inside(verb: string): FileDownloadProblem {
  return refused(
    `it ${verb} an address inside a private or special network. If files may be taken from there, ` +
      'allow it with downloads: { allowPrivateAddresses: (url) => … }, or send the content as ' +
      'base64 data.',
  );
}
