import { account } from '../account/install.tsx'
import { catalogues } from '../catalogues/install.tsx'
import { componentConfiguration } from '../component-configuration/install.tsx'
import { cti } from '../cti/install.tsx'
import { evSim } from '../ev-sim/install.tsx'
import { fmea } from '../fmea/install.tsx'
import { functionalSafety } from '../functional-safety/install.tsx'
import { graph } from '../graph/install.tsx'
import type { EngineeringInstall } from '../graph/page/kind-parts.ts'
import { interfaceAgreement } from '../interface-agreement/install.tsx'
import { lifecycle } from '../lifecycle/install.tsx'
import { msoc } from '../msoc/install.tsx'
import { psirt } from '../psirt/install.tsx'
import { sbom } from '../sbom/install.tsx'
import { settings } from '../settings/install.tsx'
import { supplyChain } from '../supply-chain/install.tsx'
import { vulnerability } from '../vulnerability/install.tsx'

/** The modules of the console: one line each. */
export const modules: readonly EngineeringInstall[] = [
  account,
  settings,
  graph,
  lifecycle,
  functionalSafety,
  fmea,
  interfaceAgreement,
  sbom,
  vulnerability,
  catalogues,
  supplyChain,
  psirt,
  evSim,
  cti,
  componentConfiguration,
  msoc,
]
