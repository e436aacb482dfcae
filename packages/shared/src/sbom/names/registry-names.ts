import { gitRepository } from './package-names.ts'
import type { Purl } from './purl.ts'

/** The ecosystem of each type of purl whose package is the namespace and the name, or the name alone. */
const ecosystemOfType: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  golang: 'Go',
  cargo: 'crates.io',
  nuget: 'NuGet',
  gem: 'RubyGems',
  composer: 'Packagist',
  hex: 'Hex',
  pub: 'Pub',
  hackage: 'Hackage',
  cran: 'CRAN',
  bioconductor: 'Bioconductor',
  julia: 'Julia',
  opam: 'opam',
  conan: 'ConanCenter',
  bitnami: 'Bitnami',
  brew: 'Homebrew',
  swift: 'SwiftURL',
  githubactions: 'GitHub Actions',
}

/** A package's name in an ecosystem of OSV, before its spelling is normalized. */
interface Named {
  readonly ecosystem: string
  readonly name: string
}

/** Ecosystems and names under which advisories list a package, the registry's own first (PACKAGE-KEY-2 and -6). */
export function registryNames(purl: Purl): Named[] {
  const { type, namespace, name } = purl
  const full = namespace === undefined ? name : `${namespace}/${name}`
  if (type === 'maven') return namespace === undefined ? [] : [{ ecosystem: 'Maven', name: `${namespace}:${name}` }]
  if (type === 'vscode-extension') {
    return [full, `${namespace}.${name}`].map((each) => ({ ecosystem: 'VSCode', name: each }))
  }
  // Conan's and Homebrew's namespaces are a vendor and a tap: the registry's name lacks them
  const isNameAlone = type === 'conan' || type === 'brew'
  const ecosystem = Object.hasOwn(ecosystemOfType, type) ? ecosystemOfType[type] : undefined
  const own = ecosystem === undefined ? [] : [{ ecosystem, name: isNameAlone ? name : full }]
  const kubernetes = type === 'golang' && full.startsWith('k8s.io/') ? [{ ecosystem: 'Kubernetes', name: full }] : []
  return [...own, ...kubernetes, ...sourceNames(purl, full)]
}

/** Names by the source: Git repositories, the kernel, and OSS-Fuzz's projects, whose purls are generic. */
function sourceNames(purl: Purl, full: string): Named[] {
  const { type, namespace, name, qualifiers } = purl
  const hosts: Readonly<Record<string, string>> = {
    github: 'https://github.com/',
    gitlab: 'https://gitlab.com/',
    bitbucket: 'https://bitbucket.org/',
    git: 'https://',
    swift: 'https://',
  }
  const host = Object.hasOwn(hosts, type) ? hosts[type] : undefined
  const isFromSource = host !== undefined || ['generic', 'yocto', 'conan', 'vcpkg', 'otp', 'bazel'].includes(type)
  if (!isFromSource) return []
  const addresses = [host === undefined ? undefined : `${host}${full}`, qualifiers['vcs_url']]
  const repositories = addresses.flatMap((address) => (address ? (gitRepository(address) ?? []) : []))
  const found = repositories.map((repository) => ({ ecosystem: 'GIT', name: repository }))
  const isKernel = type === 'generic' ? kernelNames.has(name.toLowerCase()) : repositories.some(isKernelRepository)
  return [
    ...(isKernel ? [{ ecosystem: 'Linux', name: 'Kernel' }] : []),
    ...found,
    ...(type === 'github' ? [{ ecosystem: 'GitHub Actions', name: full }] : []),
    ...(type === 'generic' && namespace === undefined ? [{ ecosystem: 'OSS-Fuzz', name }] : []),
  ]
}

const kernelNames = new Set(['linux', 'linux-kernel', 'linux_kernel'])

const isKernelRepository = (repository: string): boolean =>
  /^https:\/\/(?:github\.com\/torvalds\/linux|git\.kernel\.org\/.*\/linux)$/.test(repository)
