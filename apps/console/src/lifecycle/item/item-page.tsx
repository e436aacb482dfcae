import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ArtefactPage, type PageOf } from '../../graph/page/artefact-page.tsx'
import type { AddressProps, ArtefactSearch } from '../../graph/page/search.ts'
import { columnsOf, countColumn, linksColumn } from '../../graph/table/columns.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { ProposeButton } from '../proposals/propose-button.tsx'
import { assetColumn } from './asset-column.tsx'
import { assetSources, type ItemTab, itemTabs, tabOfCode } from './kinds.ts'
import './item.css'

const nothing: Readonly<Record<ItemTab, string>> = {
  diagram: 'A data-flow diagram shows components, channels and trust boundaries, and makes them as it is drawn.',
  system: 'A system is what components together make.',
  component: 'Control units, sensors, software, and external entities.',
  feature: 'What the vehicle offers to the people in it.',
  function: 'What systems and components do.',
  channel: 'Buses, radios and ports: the ways in and between.',
  data: 'Stored and transmitted data.',
  boundary: 'A trust boundary: the elements inside it trust each other.',
  environment: 'Where and when the item is operated.',
  group: 'Elements that belong together for a reason of yours.',
  assumption: 'Statements that are taken as true until they are confirmed.',
}

/** The columns with a kind's links, in addition to its own fields. */
function linkColumns(tab: ItemTab, graph: GraphState): readonly ArtefactColumn[] {
  const asset = assetSources.includes(tab) ? [assetColumn(graph)] : []
  const within = ['diagram', 'environment', 'assumption'].includes(tab)
    ? []
    : [linksColumn(graph, tab, ['contains'], 'upstream', { title: 'Within', priority: 4 })]
  const more: Partial<Record<ItemTab, readonly ArtefactColumn[]>> = {
    component: [
      linksColumn(graph, tab, ['connects'], 'downstream', { title: 'Channels', isShort: true, priority: 5 }),
      linksColumn(graph, tab, ['performs'], 'downstream', { title: 'Functions', isShort: true, priority: 6 }),
    ],
    system: [linksColumn(graph, tab, ['contains'], 'downstream', { title: 'Contains', isShort: true, priority: 5 })],
    function: [
      linksColumn(graph, tab, ['performs'], 'upstream', { title: 'Performed by', isShort: true, priority: 5 }),
      linksColumn(graph, tab, ['needs'], 'downstream', { title: 'Features', isShort: true, priority: 6 }),
    ],
    feature: [linksColumn(graph, tab, ['needs'], 'upstream', { title: 'Functions', isShort: true, priority: 5 })],
    channel: [
      linksColumn(graph, tab, ['connects'], 'upstream', { title: 'Connects', isShort: true, priority: 5 }),
      linksColumn(graph, tab, ['carries'], 'downstream', { title: 'Carries', isShort: true, priority: 6 }),
    ],
    data: [linksColumn(graph, tab, ['carries'], 'upstream', { title: 'Travels on', isShort: true, priority: 5 })],
    boundary: [linksColumn(graph, tab, ['contains'], 'downstream', { title: 'Contains', isShort: true, priority: 5 })],
    group: [linksColumn(graph, tab, ['contains'], 'downstream', { title: 'Contains', isShort: true, priority: 5 })],
    environment: [
      linksColumn(graph, tab, ['contains'], 'downstream', { title: 'Contains', isShort: true, priority: 5 }),
    ],
    diagram: [
      countColumn('shows', 'Shows', ({ uuid }) => linkedWith(graph, uuid, 'upstream', 'shows').length, { width: 84 }),
    ],
  }
  return [...asset, ...(more[tab] ?? []), ...within]
}

/** The item definition: its diagrams, and a table for each kind of its elements (rule DIAGRAM-1). */
export function ItemPage({ search, go }: AddressProps) {
  const navigate = useNavigate()
  const tab = itemTabs.find((one) => one === search.tab) ?? tabOfCode(search.open) ?? 'diagram'
  // a diagram opens in the editor
  const goOn = useCallback(
    (change: ArtefactSearch, replace?: boolean) => {
      if (tab === 'diagram' && change.open !== undefined)
        void navigate({
          to: '/org/lifecycle/projects/view/flow-diagram',
          search: { programId: change.programId, projectId: change.projectId, open: change.open },
        })
      else
        go({ ...change, ...(tab !== 'diagram' && { tab: itemTabs.find((one) => one === change.tab) ?? tab }) }, replace)
    },
    [go, navigate, tab],
  )
  const of = useMemo(
    (): PageOf => ({
      title: 'Item Definition',
      kind: tab,
      nothing: nothing[tab],
      columns: (graph) => columnsOf(tab, graph, linkColumns(tab, graph)),
      ...(assetSources.includes(tab) && { tools: <ProposeButton what="assets" label="Propose assets" /> }),
      views: (
        <Views
          tab={tab}
          onTab={(to) =>
            go({ programId: search.programId, projectId: search.projectId, ...(to !== 'diagram' && { tab: to }) })
          }
        />
      ),
    }),
    [tab, go, search.programId, search.projectId],
  )
  return <ArtefactPage key={tab} {...of} search={search} go={goOn} />
}

function Views({ tab, onTab }: { readonly tab: ItemTab; readonly onTab: (tab: ItemTab) => void }) {
  return (
    <div className="c-tabs it-tabs" role="group" aria-label="Kinds of elements">
      {itemTabs.map((each) => (
        <button
          key={each}
          type="button"
          className="c-tab gr-tab"
          aria-current={each === tab ? 'true' : undefined}
          onClick={() => onTab(each)}
        >
          {shortPlural(each)}
        </button>
      ))}
    </div>
  )
}

const short: Partial<Record<ItemTab, string>> = {
  diagram: 'Diagrams',
  boundary: 'Boundaries',
  environment: 'Environments',
}
const shortPlural = (tab: ItemTab) => short[tab] ?? artefactKindNamed(tab)!.plural
