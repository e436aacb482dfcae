import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { demoArtefacts } from '../../build.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'
type Line = readonly [channel: string, from: string, to: string, fromSide: Side, toSide: Side]

/** A diagram layout by codes; boxes have a given size, other nodes the default size. */
export function layoutOf(
  nodes: Readonly<Record<string, readonly [x: number, y: number, width?: number, height?: number]>>,
  lines: readonly Line[],
): DiagramLayout {
  return {
    nodes: Object.entries(nodes).map(([uuid, [x, y, width, height]]) => ({
      uuid,
      x,
      y,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    })),
    edges: lines.map(([channel, from, to, from_side, to_side]) => ({ channel, from, to, from_side, to_side })),
  }
}

const network = layoutOf(
  {
    'TB-01': [40, 40, 1100, 720],
    'TB-04': [440, 320, 240, 140],
    'TB-02': [80, 90, 320, 640],
    'TB-03': [740, 90, 360, 330],
    'CO-06': [150, 125],
    'CO-31': [150, 215],
    'CO-02': [150, 305],
    'CO-03': [150, 395],
    'CO-10': [150, 500],
    'CO-09': [150, 580],
    'CO-11': [150, 660],
    'CO-01': [476, 362],
    'CO-15': [800, 140],
    'CO-16': [800, 240],
    'CO-18': [800, 340],
    'CO-12': [476, 130],
    'CO-13': [760, 500],
    'CO-14': [940, 590],
    'CO-17': [940, 500],
    'CO-25': [476, 820],
    'CO-21': [1220, 140],
  },
  [
    ['CH-04', 'CO-06', 'CO-31', 'bottom', 'top'],
    ['CH-01', 'CO-31', 'CO-02', 'bottom', 'top'],
    ['CH-01', 'CO-02', 'CO-03', 'bottom', 'top'],
    ['CH-01', 'CO-31', 'CO-01', 'right', 'left'],
    ['CH-02', 'CO-10', 'CO-09', 'bottom', 'top'],
    ['CH-02', 'CO-09', 'CO-11', 'bottom', 'top'],
    ['CH-02', 'CO-10', 'CO-01', 'right', 'left'],
    ['CH-06', 'CO-01', 'CO-12', 'top', 'bottom'],
    ['CH-06', 'CO-01', 'CO-15', 'right', 'left'],
    ['CH-06', 'CO-01', 'CO-16', 'right', 'left'],
    ['CH-03', 'CO-01', 'CO-13', 'right', 'left'],
    ['CH-03', 'CO-13', 'CO-17', 'right', 'left'],
    ['CH-03', 'CO-13', 'CO-14', 'bottom', 'left'],
    ['CH-03', 'CO-18', 'CO-13', 'bottom', 'top'],
    ['CH-05', 'CO-25', 'CO-01', 'top', 'bottom'],
    ['CH-07', 'CO-15', 'CO-21', 'right', 'left'],
  ],
)

const remote = layoutOf(
  {
    'TB-06': [40, 60, 240, 150],
    'TB-05': [400, 40, 300, 420],
    'TB-01': [840, 40, 560, 420],
    'CO-20': [76, 110],
    'CO-21': [466, 90],
    'CO-22': [466, 240],
    'CO-23': [466, 360],
    'CO-15': [900, 150],
    'CO-19': [900, 270],
    'CO-30': [900, 360],
    'CO-01': [1180, 150],
    'CO-27': [900, 540],
    'DA-11': [706, 500],
    'DA-12': [520, 500],
  },
  [
    ['CH-15', 'CO-20', 'CO-21', 'right', 'left'],
    ['CH-07', 'CO-21', 'CO-15', 'right', 'left'],
    ['CH-07', 'CO-22', 'CO-15', 'right', 'left'],
    ['CH-07', 'CO-19', 'CO-15', 'top', 'bottom'],
    ['CH-06', 'CO-15', 'CO-01', 'right', 'left'],
    ['CH-12', 'CO-27', 'CO-15', 'left', 'left'],
  ],
)

const phoneKey = layoutOf(
  {
    'TB-06': [40, 60, 240, 240],
    'TB-05': [40, 380, 240, 150],
    'TB-01': [440, 40, 620, 300],
    'CO-20': [76, 150],
    'CO-24': [76, 430],
    'CO-18': [500, 150],
    'CO-13': [800, 90],
    'CO-01': [800, 230],
    'DA-14': [300, 440],
    'DA-15': [300, 60],
  },
  [
    ['CH-09', 'CO-20', 'CO-18', 'right', 'left'],
    ['CH-10', 'CO-20', 'CO-18', 'top', 'top'],
    ['CH-15', 'CO-20', 'CO-24', 'bottom', 'top'],
    ['CH-03', 'CO-18', 'CO-13', 'right', 'left'],
    ['CH-03', 'CO-13', 'CO-01', 'bottom', 'top'],
  ],
)

export const diagrams = demoArtefacts(
  'diagram',
  { day: 198, status: 'APPROVED' },
  {
    'DF-01': [
      'Vehicle networks',
      {
        description: 'All networks and the gateway between them. STRIDE is applied to every boundary crossing.',
        layout: network,
      },
      { project: 'Gateway and diagnostics' },
    ],
    'DF-02': [
      'Telematics and remote services',
      { description: "From the owner's phone over the cloud into the vehicle, and back.", layout: remote },
      { project: 'Telematics unit' },
    ],
    'DF-03': [
      'Phone as a key',
      { description: 'The proofs of identity before a door opens.', layout: phoneKey },
      { project: 'Phone as a key', day: 118, status: 'IN_PROCESS' },
    ],
  },
)
