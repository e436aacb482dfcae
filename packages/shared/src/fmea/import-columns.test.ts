import { expect, test } from 'vitest'
import { findHeadings, type ImportColumn, importColumns, mapHeadings } from './import-columns.ts'

const english: readonly (readonly [string, ImportColumn | null])[] = [
  ['Issue #', null],
  ['1. Next Higher Level', 'upperElement'],
  ['2. Focus Element', 'element'],
  ['3. Next Lower Level or Characteristic Type', 'lowerElement'],
  ['1. Next Higher Level Function and Requirement', 'upperFunction'],
  ['2. Focus Element Function and Requirement', 'function'],
  ['3. Next Lower Level Function and Requirement or Characteristic', 'lowerFunction'],
  ['1. Failure Effects (FE) to the Next Higher Level Element and/or End User', 'effect'],
  ['Severity (S) of FE', 'severity'],
  ['2. Failure Mode (FM) of the Focus Element', 'mode'],
  ['3. Failure Cause (FC) of the Next Lower Element or Characteristic', 'cause'],
  ['Current Prevention Control (PC) of FC', 'prevention'],
  ['Occurrence (O) of FC', 'occurrence'],
  ['Current Detection Controls (DC) of FC or FM', 'detectionControl'],
  ['Detection (D) of FC/FM', 'detection'],
  ['DFMEA AP', 'priority'],
  ['Filter Code (Optional)', 'characteristic'],
  ['DFMEA Prevention Action', 'preventionAction'],
  ['DFMEA Detection Action', 'detectionAction'],
  ["Responsible Person's Name", 'responsible'],
  ['Target Completion Date', 'due'],
  ['Status', 'status'],
  ['Action Taken with Pointer to Evidence', 'taken'],
  ['Completion Date', 'completed'],
  ['Severity (S)', 'newSeverity'],
  ['Occurrence (O)', 'newOccurrence'],
  ['Detection (D)', 'newDetection'],
  ['DFMEA AP (32)', 'newPriority'],
  ['Remarks', 'remarks'],
]
const german: readonly (readonly [string, ImportColumn | null])[] = [
  ['Lfd. Nr.', 'number'],
  ['Systemelement', 'element'],
  ['Funktion', 'function'],
  ['Mögliche Fehlerfolgen', 'effect'],
  ['B', 'severity'],
  ['Mögliche Fehlerart', 'mode'],
  ['Mögliche Fehlerursachen', 'cause'],
  ['Vermeidungsmaßnahmen', 'prevention'],
  ['A', 'occurrence'],
  ['Entdeckungsmaßnahmen', 'detectionControl'],
  ['E', 'detection'],
  ['RPZ', 'rpn'],
  ['Empfohlene Maßnahmen', 'action'],
  ['Verantwortlich', 'responsible'],
  ['Termin', 'due'],
  ['Getroffene Maßnahmen', 'taken'],
  ['B (17)', 'newSeverity'],
  ['A (18)', 'newOccurrence'],
  ['E (19)', 'newDetection'],
  ['RPZ (20)', 'newRpn'],
  ['Bemerkungen', 'remarks'],
]
const older: readonly (readonly [string, ImportColumn | null])[] = [
  ['Item / Function', 'function'],
  ['Requirement', 'requirement'],
  ['Potential Failure Mode', 'mode'],
  ['Potential Effect(s) of Failure', 'effect'],
  ['SEV', 'severity'],
  ['Classification', 'characteristic'],
  ['Potential Cause(s) of Failure', 'cause'],
  ['Current Design Controls Prevention', 'prevention'],
  ['OCC', 'occurrence'],
  ['Current Design Controls Detection', 'detectionControl'],
  ['DET', 'detection'],
  ['RPN', 'rpn'],
  ['Recommended Action', 'action'],
]

test.for([
  ['in English, as of 2019', english],
  ['in German', german],
  ['in English, older', older],
] as const)('[FMEA-21] the headings of a worksheet %s name its columns', ([, worksheet]) => {
  const { columns, missing } = mapHeadings(worksheet.map(([heading]) => heading))
  expect(worksheet.map(([heading], i) => [heading, columns[i]])).toEqual(worksheet)
  expect(missing).toEqual([])
})

test('[FMEA-21] every title of ours names its own column', () => {
  const keys = Object.keys(importColumns) as ImportColumn[]
  for (const key of keys.filter((one) => !one.startsWith('new') && !/upper|lower/.test(one)))
    expect([key, mapHeadings([importColumns[key]]).columns[0]]).toEqual([key, key])
})

test('[FMEA-22] the second heading of a rating is the one after the actions; others are taken once', () => {
  expect(mapHeadings(['S', 'O', 'D', 'S', 'O', 'D', 'S']).columns).toEqual([
    'severity',
    'occurrence',
    'detection',
    'newSeverity',
    'newOccurrence',
    'newDetection',
    null,
  ])
  expect(mapHeadings(['Cause', 'Cause']).columns).toEqual(['cause', null])
  expect(mapHeadings(['Severity of the effect', 'Severity']).columns).toEqual(['severity', 'newSeverity'])
})

test('[FMEA-21] a heading that names nothing, and a word that only begins like one, have no column', () => {
  expect(mapHeadings(['', '  ', 'Colour', 'Statusquo', 'S of nothing', 'Modes']).columns).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  expect(mapHeadings(['Severity']).missing).toEqual(['mode', 'cause', 'effect'])
})

test('[FMEA-23] the headings are found below the head of the form', () => {
  const rows = [
    ['Company', 'Example', '', 'Status', ''],
    ['', '', '', '', ''],
    ['Structure analysis', '', 'Failure analysis', '', ''],
    ['Focus element', 'Function', 'Failure mode', 'Failure cause', 'Failure effect'],
    ['Pump', 'Moves water', 'No flow', 'Shaft broken', 'Engine overheats'],
  ]
  expect(findHeadings(rows)).toEqual({ row: 3, headings: rows[3] })
  expect(findHeadings([['a', 'b'], ['Status']])).toBeUndefined()
  expect(findHeadings([])).toBeUndefined()
})
