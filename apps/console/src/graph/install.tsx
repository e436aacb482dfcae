import { lazyPart } from '../core/install/lazy-part.ts'
import { programAt } from './landing/links.ts'
import type { EngineeringInstall } from './page/kind-parts.ts'

/** What the graph adds to the console: the palette finds programs and their artefacts, the first page shows them. */
export const graph: EngineeringInstall = {
  name: 'graph',
  panels: {
    'landing-across': [
      {
        title: 'Programs by phase',
        licence: 'LIFECYCLE_CONCEPT_PHASE',
        Panel: lazyPart(async () => (await import('./landing/phases-panel.tsx')).PhasesPanel),
      },
    ],
    'landing-work': [
      {
        title: 'Programs',
        licence: 'LIFECYCLE_CONCEPT_PHASE',
        hasHint: true,
        Panel: lazyPart(async () => (await import('./landing/programs-panel.tsx')).ProgramsPanel),
      },
    ],
  },
  subjects: { program: programAt },
  finders: [
    {
      name: 'programs',
      order: 40,
      licence: 'LIFECYCLE_CONCEPT_PHASE',
      find: async (...args) => (await import('./programs/palette.tsx')).programs(...args),
    },
    {
      name: 'artefacts of this program',
      order: 50,
      licence: 'LIFECYCLE_CONCEPT_PHASE',
      find: async (words, options) =>
        options.programId === undefined
          ? []
          : (await import('./programs/palette-artefacts.tsx')).artefacts(words, options.programId, options),
    },
  ],
}
