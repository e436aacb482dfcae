/** The components of a package URL, decoded and normalized (ECMA-427). */
export interface Purl {
  readonly type: string
  /** Its segments are separated by slashes. */
  readonly namespace?: string | undefined
  readonly name: string
  readonly version?: string | undefined
  readonly qualifiers: Readonly<Record<string, string>>
  /** Its segments are separated by slashes. */
  readonly subpath?: string | undefined
}

/** What a package type adds to the rules of every purl (rule PURL-6). */
export interface PurlTypeRules {
  /** Whether a namespace must or must not be there. Absent: it may be there. */
  readonly namespace?: 'required' | 'prohibited'
  /** The components without case: their canonical form is lowercase. */
  readonly lowercase?: readonly ('namespace' | 'name' | 'version' | 'subpath')[]
  /** Keys of qualifiers that must be there. */
  readonly requiredQualifiers?: readonly string[]
  /** The name is a path on the host that is the namespace: its slashes are not encoded. */
  readonly nameIsPath?: boolean
  /** Further changes towards the canonical form. */
  readonly normalize?: (purl: Purl) => Purl
  /** What else is wrong with a normalized purl, as a sentence. */
  readonly check?: (purl: Purl) => string | undefined
}

const guid = /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i

/** Git hosts that do not distinguish the case of owners and repositories. */
const hostsWithoutCase = new Set(['github', 'github.com', 'gitlab.com', 'bitbucket', 'bitbucket.org'])

const vendorPackage: PurlTypeRules = { namespace: 'required', lowercase: ['namespace', 'name'] }
const withoutNamespace: PurlTypeRules = { namespace: 'prohibited' }

/** The registered types with rules of their own, by their published definitions (package-url/purl-spec). */
export const purlTypeRules: ReadonlyMap<string, PurlTypeRules> = new Map<string, PurlTypeRules>([
  ['alpm', vendorPackage],
  ['apk', vendorPackage],
  ['bazel', withoutNamespace],
  ['bitbucket', vendorPackage],
  ['bitnami', { namespace: 'prohibited', lowercase: ['name'] }],
  ['brew', { lowercase: ['namespace', 'name'] }],
  ['cargo', withoutNamespace],
  ['chrome-extension', { namespace: 'prohibited', lowercase: ['name'], check: chromeExtensionProblem }],
  ['cocoapods', { namespace: 'prohibited', check: podProblem }],
  ['composer', vendorPackage],
  ['conda', withoutNamespace],
  ['cpan', { normalize: withAuthorInCapitals, check: cpanProblem }],
  ['cran', withoutNamespace],
  ['deb', vendorPackage],
  ['gem', withoutNamespace],
  ['git', { namespace: 'required', nameIsPath: true, normalize: withoutCaseOfHost }],
  ['github', vendorPackage],
  // the definition calls Go's names case-sensitive and to be lowercased at once: module paths do have a case
  ['golang', { namespace: 'required' }],
  ['hackage', { namespace: 'prohibited', normalize: (purl) => ({ ...purl, name: purl.name.replace(/[_ ]/g, '-') }) }],
  ['hex', { lowercase: ['namespace', 'name'] }],
  ['huggingface', { namespace: 'required', lowercase: ['version'] }],
  ['julia', { namespace: 'prohibited', requiredQualifiers: ['uuid'] }],
  ['luarocks', { lowercase: ['namespace', 'name'] }],
  ['maven', { namespace: 'required' }],
  ['mlflow', { namespace: 'prohibited', normalize: withoutCaseOnDatabricks }],
  ['nuget', withoutNamespace],
  ['oci', { namespace: 'prohibited', lowercase: ['name', 'version'] }],
  ['opam', withoutNamespace],
  ['otp', { namespace: 'prohibited', lowercase: ['name', 'subpath'] }],
  ['pub', { namespace: 'prohibited', lowercase: ['name'], normalize: withUnderscores }],
  ['pypi', { namespace: 'prohibited', lowercase: ['name', 'version'], normalize: withDashes }],
  ['qpkg', { namespace: 'required', lowercase: ['namespace'] }],
  ['rpm', { namespace: 'required', lowercase: ['namespace'] }],
  ['swid', { requiredQualifiers: ['tag_id'], normalize: withLowercaseGuid, check: swidProblem }],
  ['swift', { namespace: 'required' }],
  ['vcpkg', withoutNamespace],
  ['vscode-extension', { namespace: 'required', lowercase: ['namespace', 'name', 'version'] }],
  ['yocto', { lowercase: ['namespace'], check: layerProblem }],
])

function withDashes(purl: Purl): Purl {
  return { ...purl, name: purl.name.replaceAll('_', '-') }
}

function withUnderscores(purl: Purl): Purl {
  return { ...purl, name: purl.name.replace(/[^a-z0-9_]/g, '_') }
}

function withAuthorInCapitals(purl: Purl): Purl {
  return { ...purl, namespace: purl.namespace?.toUpperCase() }
}

function withoutCaseOfHost(purl: Purl): Purl {
  const host = purl.namespace?.toLowerCase()
  return host !== undefined && hostsWithoutCase.has(host)
    ? { ...purl, namespace: host, name: purl.name.toLowerCase() }
    : purl
}

function withoutCaseOnDatabricks(purl: Purl): Purl {
  const isDatabricks = purl.qualifiers['repository_url']?.toLowerCase().includes('databricks') ?? false
  return isDatabricks ? { ...purl, name: purl.name.toLowerCase() } : purl
}

function withLowercaseGuid(purl: Purl): Purl {
  const tag = purl.qualifiers['tag_id']
  if (tag === undefined || !guid.test(tag)) return purl
  return { ...purl, qualifiers: { ...purl.qualifiers, tag_id: tag.toLowerCase() } }
}

function chromeExtensionProblem({ name, version }: Purl): string | undefined {
  if (!/^[a-p]{32}$/.test(name)) return `the name "${name}" is not an extension id: 32 letters from a to p`
  if (version !== undefined && !/^\d+(?:\.\d+){0,3}$/.test(version)) {
    return `the version "${version}" is not one to four numbers separated by periods`
  }
  return undefined
}

function podProblem({ name }: Purl): string | undefined {
  return /[\s+]|^\./.test(name)
    ? `the name "${name}" of a pod has white space or a plus sign, or begins with a period`
    : undefined
}

function cpanProblem({ name }: Purl): string | undefined {
  return name.includes('::')
    ? `the name "${name}" is that of a module: name the distribution, with dashes instead of "::"`
    : undefined
}

function layerProblem({ qualifiers }: Purl): string | undefined {
  const address = qualifiers['repository_url']
  return address === undefined || /^(?:https?|ssh|git):\/\//i.test(address)
    ? undefined
    : `the "repository_url" of the layer does not begin with https, http, ssh or git`
}

function swidProblem({ namespace }: Purl): string | undefined {
  return namespace !== undefined && namespace.split('/').length > 2
    ? `the namespace "${namespace}" has more than two segments: the creator's name and its registration id`
    : undefined
}
