import * as appConfig from './account/app-config.contract.ts'
import * as auth from './account/auth.contract.ts'
import * as jobs from './account/jobs.contract.ts'
import * as organisation from './account/organisation.contract.ts'
import * as security from './account/security.contract.ts'
import * as team from './account/team.contract.ts'
import * as views from './account/views.contract.ts'
import * as catalogues from './catalogues/catalogue.contract.ts'
import type { Channel } from './core/live/channel.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as tables from './graph/exchange/exchange.contract.ts'
import * as artefacts from './graph/artefacts/artefacts.contract.ts'
import * as baselines from './graph/collaboration/baselines.contract.ts'
import * as collaboration from './graph/collaboration/collaboration.contract.ts'
import * as exchange from './lifecycle/exchange/exchange.contract.ts'
import * as methods from './lifecycle/methods/methods.contract.ts'
import * as gaps from './lifecycle/compliance/gaps.contract.ts'
import * as generation from './lifecycle/proposals/generation.contract.ts'
import * as presence from './graph/collaboration/presence.contract.ts'
import * as programs from './graph/programs/programs.contract.ts'
import * as projects from './graph/programs/projects.contract.ts'
import * as sightings from './lifecycle/sightings/sightings.contract.ts'
import * as tara from './lifecycle/rating/tara.contract.ts'
import * as alerts from './msoc/alerts/alerts.contract.ts'
import * as captures from './msoc/can/captures.contract.ts'
import * as dbcs from './msoc/can/dbc.contract.ts'
import * as canNotes from './msoc/can/notes.contract.ts'
import * as canProfiles from './msoc/can/profiles.contract.ts'
import * as cases from './msoc/cases/cases.contract.ts'
import * as dashboard from './msoc/dashboard/dashboard.contract.ts'
import * as history from './msoc/history/history.contract.ts'
import * as ingest from './msoc/ingest/ingest.contract.ts'
import * as vehicles from './msoc/vehicles/vehicles.contract.ts'

const declared: unknown[] = [
  auth,
  security,
  team,
  organisation,
  appConfig,
  jobs,
  views,
  programs,
  presence,
  artefacts,
  projects,
  sightings,
  gaps,
  baselines,
  collaboration,
  methods,
  tara,
  generation,
  exchange,
  tables,
  catalogues,
  alerts,
  cases,
  vehicles,
  history,
  ingest,
  dashboard,
  dbcs,
  captures,
  canProfiles,
  canNotes,
].flatMap((file) => Object.values(file))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'output' in value
}

function isChannel(value: unknown): value is Channel {
  return typeof value === 'object' && value !== null && 'delivery' in value && 'snapshot' in value
}

/** Every call there is: the API document and the tests that walk all of them read this. */
export const endpoints: readonly Endpoint[] = declared.filter(isEndpoint)

/** Every live channel there is. */
export const channels: readonly Channel[] = declared.filter(isChannel)
