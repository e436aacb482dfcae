import type {
  ArchivedArtefact,
  ArchivedBaseline,
  ArchivedComment,
  ArchivedLink,
  ArchivedProgram,
  ArchivedProject,
  ArchivedReview,
  ArchivedRisk,
  ArchivedVersion,
  Manifest,
} from './archive.ts'
import { checkArtefact, checkEndsOfHistory, checkProjects, checkVersion } from './check/check-artefacts.ts'
import { checkBaselines, checkComment, checkReview, checkRisk, unreviewedIn } from './check/check-collaboration.ts'
import { checkAllLinks, checkLink } from './check/check-links.ts'
import { type ArchiveLimits, checkState } from './check/check-state.ts'

/**
 * Checks an archive while it is read, in the order of `archiveFiles`: every artefact by the rules of its kind, every
 * link by the rules of its kind, and whether history, reviews and baselines refer to artefacts in it (rules EXCHANGE-2,
 * EXCHANGE-5). `digest` makes a short text from a long one, different for different texts.
 *
 * @throws {ArchiveTrouble} from the returned functions, for what they refuse
 */
export function archiveCheck(limits: ArchiveLimits, digest: (text: string) => string) {
  const state = checkState(limits, digest)
  return {
    counts: state.counts,
    manifest: (entry: Manifest) => void (state.header.manifest = entry),
    program: (entry: ArchivedProgram) => void (state.header.program = entry),
    projects: (entries: readonly ArchivedProject[]) => checkProjects(state, entries),
    /** Returns the artefact with its fields as they are stored. */
    artefact: (kind: string, entry: ArchivedArtefact) => checkArtefact(state, kind, entry),
    version: (entry: ArchivedVersion) => checkVersion(state, entry),
    risk: (entry: ArchivedRisk) => checkRisk(state, entry),
    link: (entry: ArchivedLink) => checkLink(state, entry),
    comment: (entry: ArchivedComment) => checkComment(state, entry),
    review: (entry: ArchivedReview) => checkReview(state, entry),
    baselines: (entries: readonly ArchivedBaseline[]) => checkBaselines(state, entries),
    /** Call this when everything was read. */
    end() {
      checkEndsOfHistory(state)
      checkAllLinks(state)
    },
    unreviewed: () => unreviewedIn(state),
  }
}
