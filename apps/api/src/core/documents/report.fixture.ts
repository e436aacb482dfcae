import type { Block, BlockOf, Report, Section } from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'

export const theme: Theme = { ...defaultTheme, organisation: 'Nordhaven Motors', confidentiality: 'Restricted' }

export const section = (title: string, blocks: readonly Block[], layout: Section['layout'] = 'portrait'): Section => ({
  title,
  layout,
  blocks: () => blocks,
})

/** A sample report with these sections. */
export const reportWith = (sections: readonly Section[]): Report => ({
  title: 'Brake report',
  subtitle: 'Front axle',
  document: { id: 'BR-17', version: 'Issue 3', status: 'Draft', date: '2026-03-18', author: 'A. Kern' },
  facts: [['Plant', 'Bremen']],
  approvals: [
    { role: 'Author', name: 'A. Kern', date: '2026-03-18', note: '' },
    { role: 'Approved for release', name: '', date: '', note: 'after test 4' },
  ],
  sections,
})

export const tableOf = (rows: number, text = (row: number) => `Row ${row}`): BlockOf<'table'> => ({
  is: 'table',
  columns: [
    { title: 'Code', width: 10 },
    { title: 'Text', width: 90 },
  ],
  rows: Array.from({ length: rows }, (_, i) => [`C-${i + 1}`, text(i + 1)]),
})

export const matrix: BlockOf<'matrix'> = {
  is: 'matrix',
  corner: 'Wear',
  columns: ['rarely', 'often'],
  rows: [
    {
      title: 'high',
      cells: [
        { text: '7', note: 'level 3', tone: 'level-3' },
        { text: '', note: 'level 5', tone: 'level-5' },
      ],
    },
  ],
}

export const tree: BlockOf<'tree'> = {
  is: 'tree',
  title: 'Loss of brakes',
  nodes: [
    {
      depth: 0,
      label: 'No pressure',
      details: ' [all of]',
      gate: 'AND',
      note: 'rate 3',
      tone: 'level-4',
      isStrong: true,
    },
    { depth: 1, label: 'Pump stops', details: ' (worn)', isStrong: true },
    { depth: 1, label: 'Line leaks', details: ' (corroded)' },
  ],
}

export const map: BlockOf<'map'> = {
  is: 'map',
  title: 'Test drives',
  lines: [
    [
      [8.7, 47.6],
      [9.18, 48.78],
      [9.45, 48.9],
    ],
  ],
  places: [
    { at: [9.18, 48.78], name: 'Brakes fail', details: 'vehicle 7', tone: 'level-5' },
    { at: [8.7, 47.6], name: 'Brakes squeal', details: 'vehicle 8', tone: 'level-2' },
  ],
}
