import { expect, test } from 'vitest'
import { type ExposureTimes, type FailureMode, type HardwareElement, metricProblems } from './fmeda.ts'
import { againstTargets, faultRates, metricsOf, worstModes } from './metrics.ts'

const mode = (id: string, share: number, more: Partial<FailureMode> = {}): FailureMode => ({
  id,
  share,
  effect: 'safe',
  residual: [],
  latent: [],
  disables: [],
  ...more,
})
const element = (id: string, fit: number, ...modes: FailureMode[]): HardwareElement => ({
  id,
  fit,
  isSafetyRelated: true,
  modes,
})
const by = (mechanism: string, coverage: number) => [{ mechanism, coverage }]
const times: ExposureTimes = { lifetime: 10_000, service: 10 }

/** A controller watched by a watchdog, and a resistor that nothing watches. */
const example: readonly HardwareElement[] = [
  element('R1', 10, mode('open', 0.6, { effect: 'direct' }), mode('short', 0.4)),
  element(
    'MCU',
    100,
    mode('stuck', 0.5, { effect: 'direct', residual: by('watchdog', 0.9), latent: by('self-test', 0.6) }),
    mode('reset', 0.5),
  ),
  element(
    'WD',
    20,
    mode('silent', 0.5, { effect: 'combined', latent: by('start-up test', 0.9), disables: ['watchdog'] }),
    mode('false trip', 0.5),
  ),
  { ...element('LED', 500, mode('dark', 1)), isSafetyRelated: false },
]

function computed(elements: readonly HardwareElement[], at = times) {
  const result = metricsOf(elements, at)
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join(' '))
  return result.value
}

test.for<readonly [string, FailureMode, Partial<ReturnType<typeof faultRates>>]>([
  ['a safe failure', mode('m', 0.5), { safe: 50 }],
  ['a direct failure without a mechanism', mode('m', 0.5, { effect: 'direct' }), { singlePoint: 50 }],
  // 50 x (1 - 0.9) = 5 pass; of the other 45, 45 x (1 - 0.6) = 18 stay latent
  [
    'a direct failure with a mechanism',
    mode('m', 0.5, { effect: 'direct', residual: by('a', 0.9), latent: by('b', 0.6) }),
    { residual: 5, latent: 18, detected: 27 },
  ],
  ['a mechanism that covers nothing', mode('m', 0.5, { effect: 'direct', residual: by('a', 0) }), { residual: 50 }],
  ['a combined failure that nobody notices', mode('m', 0.5, { effect: 'combined' }), { latent: 50 }],
  [
    'a combined failure that a test finds',
    mode('m', 0.5, { effect: 'combined', latent: by('a', 0.9) }),
    { latent: 5, detected: 45 },
  ],
])('[METRIC-1] of 100 FIT half are of %s', ([, about, expected]) => {
  const rates = faultRates(100, about)
  const none = { safe: 0, singlePoint: 0, residual: 0, latent: 0, detected: 0 }
  for (const [name, rate] of Object.entries({ ...none, ...expected }))
    expect(rates[name as keyof typeof rates], name).toBeCloseTo(rate, 10)
})

test('[METRIC-2] of several mechanisms the one with the highest coverage counts, not their product', () => {
  const two = [...by('a', 0.6), ...by('b', 0.9)]
  expect(faultRates(100, mode('m', 1, { effect: 'direct', residual: two })).residual).toBeCloseTo(10, 10)
  expect(faultRates(100, mode('m', 1, { effect: 'combined', latent: two })).latent).toBeCloseTo(10, 10)
})

test('[METRIC-3] the single-point fault metric of the example is 1 - 11/130', () => {
  const { total, rates, spfm } = computed(example)
  // safety-related: 10 + 100 + 20 = 130 FIT, the LED is left out; single-point 10 x 0.6 = 6, residual 5
  expect(total).toBeCloseTo(130, 10)
  expect(rates.singlePoint).toBeCloseTo(6, 10)
  expect(rates.residual).toBeCloseTo(5, 10)
  expect(spfm).toBeCloseTo(1 - 11 / 130, 12)
})

test('[METRIC-4] the latent fault metric of the example is 1 - 19/119', () => {
  // latent: 18 of the controller, 20 x 0.5 x 0.1 = 1 of the watchdog; 130 - 11 = 119 FIT remain
  expect(computed(example).lfm).toBeCloseTo(1 - 19 / 119, 12)
})

test('[METRIC-5] the PMHF adds single-point, residual and pairs of faults with their time', () => {
  const { pmhf, dualPoints, unpaired } = computed(example)
  // watchdog first: it is failed for 1 x 10,000 / 2 + 9 x 10 = 5,090 FIT h; the controller's 45 FIT follow: 229,050
  // controller first: 18 x 10,000 / 2 + 27 x 10 = 90,270 FIT h; the watchdog's 10 FIT follow: 902,700
  // together 1,131,750 FIT FIT h x 1e-9 = 0.00113175 FIT, on top of 6 + 5
  expect(dualPoints).toHaveLength(1)
  expect(dualPoints[0]).toMatchObject({
    mechanism: 'watchdog',
    fault: { element: 'MCU', mode: 'stuck' },
    disabling: { element: 'WD', mode: 'silent' },
  })
  expect(dualPoints[0]!.pmhf).toBeCloseTo(0.00113175, 12)
  expect(pmhf).toBeCloseTo(11.00113175, 10)
  expect(unpaired).toEqual([])
})

test('[METRIC-5] without latent faults only the time to repair counts', () => {
  const watched = [
    element('A', 100, mode('m', 1, { effect: 'direct', residual: by('x', 1), latent: by('y', 1) })),
    element('B', 50, mode('m', 1, { effect: 'combined', latent: by('z', 1), disables: ['x'] })),
  ]
  // 100 x 50 x 10 h in each order: 100,000 x 1e-9
  expect(computed(watched).pmhf).toBeCloseTo(1e-4, 15)
})

test('[METRIC-5] a failure that disables the mechanism against itself is no pair, and is listed', () => {
  const alone = [element('A', 100, mode('m', 1, { effect: 'direct', residual: by('x', 0.9), disables: ['x'] }))]
  expect(computed(alone)).toMatchObject({ dualPoints: [], unpaired: [{ element: 'A', mode: 'm' }] })
  const other = [element('A', 100, mode('m', 1, { effect: 'combined' })), element('B', 1, mode('n', 1))]
  expect(computed(other).unpaired).toEqual([{ element: 'A', mode: 'm' }])
})

test.for([
  ['B', { spfm: 0.9, lfm: 0.6, pmhf: 99.9 }, [true, true, true]],
  ['B', { spfm: 0.899, lfm: 0.599, pmhf: 100 }, [false, false, false]],
  ['C', { spfm: 0.97, lfm: 0.8, pmhf: 99.9 }, [true, true, true]],
  ['C', { spfm: 0.969, lfm: 0.799, pmhf: 100 }, [false, false, false]],
  ['D', { spfm: 0.99, lfm: 0.9, pmhf: 9.99 }, [true, true, true]],
  ['D', { spfm: 0.989, lfm: 0.899, pmhf: 10 }, [false, false, false]],
  ['D', { spfm: null, lfm: null, pmhf: 0 }, [null, null, true]],
] as const)('[METRIC-6] for ASIL %s the metrics %j meet the targets: %j', ([asil, metrics, met]) => {
  const { spfm, lfm, pmhf } = againstTargets(metrics, asil)!
  expect([spfm.isMet, lfm.isMet, pmhf.isMet]).toEqual(met)
})

test('[METRIC-6] ASIL A and QM have no targets', () => {
  const metrics = { spfm: 0, lfm: 0, pmhf: 1_000 }
  expect([againstTargets(metrics, 'A'), againstTargets(metrics, 'QM')]).toEqual([null, null])
})

test('[METRIC-3] [METRIC-4] without failing elements, or without other faults, a metric has no value', () => {
  expect(computed([])).toMatchObject({ total: 0, spfm: null, lfm: null, pmhf: 0 })
  expect(computed([element('A', 10, mode('m', 1, { effect: 'direct' }))])).toMatchObject({
    spfm: 0,
    lfm: null,
    pmhf: 10,
  })
})

test('[METRIC-7] the failure modes that lower a metric most come first, and the parts of the PMHF add up to it', () => {
  const metrics = computed(example)
  const names = (metric: 'spfm' | 'lfm' | 'pmhf', most = 10) =>
    worstModes(metrics, metric, most).map((one) => `${one.element} ${one.mode}`)
  expect(names('spfm')).toEqual(['R1 open', 'MCU stuck'])
  expect(names('lfm')).toEqual(['MCU stuck', 'WD silent'])
  expect(names('pmhf')).toEqual(['R1 open', 'MCU stuck', 'WD silent'])
  expect(names('pmhf', 1)).toEqual(['R1 open'])
  expect(metrics.modes.reduce((sum, one) => sum + one.pmhf, 0)).toBeCloseTo(metrics.pmhf, 12)
})

test.for<readonly [string, HardwareElement]>([
  ['The shares of its failure modes add up to 90 % instead of 100 %.', element('A', 1, mode('m', 0.9))],
  ['The shares of its failure modes add up to 0 % instead of 100 %.', element('A', 1)],
  ['Its share is between 0 and 100 %.', element('A', 1, mode('m', 1.5), mode('n', -0.5, {}))],
  ['Its failure rate is 0 FIT or more.', element('A', -1, mode('m', 1))],
  ['Its failure rate is 0 FIT or more.', element('A', Number.NaN, mode('m', 1))],
  [
    'A diagnostic coverage is between 0 and 100 %.',
    element('A', 1, mode('m', 1, { effect: 'direct', residual: by('x', 1.01) })),
  ],
  [
    'A diagnostic coverage is between 0 and 100 %.',
    element('A', 1, mode('m', 1, { effect: 'combined', latent: by('x', -0.1) })),
  ],
  [
    'Only a failure that violates the goal by itself has residual faults.',
    element('A', 1, mode('m', 1, { effect: 'combined', residual: by('x', 0.9) })),
  ],
  ['A failure that disables a safety mechanism is not safe.', element('A', 1, mode('m', 1, { disables: ['x'] }))],
  [
    'It has no multiple-point faults that could be latent.',
    element('A', 1, mode('m', 1, { effect: 'direct', latent: by('x', 0.9) })),
  ],
  ['Its name is used twice.', element('A', 1, mode('m', 0.5), mode('m', 0.5))],
])('[METRIC-8] %s', ([message, wrong]) => {
  const result = metricsOf([wrong], times)
  expect(result.ok).toBe(false)
  expect(metricProblems([wrong], times)).toContainEqual(expect.objectContaining({ element: 'A', message }))
})

test('[METRIC-8] names are unique, times are sensible, and thirds rounded to a decimal are accepted', () => {
  const thirds = element('A', 1, mode('a', 0.333), mode('b', 0.333), mode('c', 0.333))
  expect(metricProblems([thirds], times)).toEqual([])
  expect(metricProblems([thirds, thirds], times)).toEqual([
    { element: 'A', mode: null, message: 'Its name is used twice.' },
  ])
  for (const bad of [
    { lifetime: 0, service: 0 },
    { lifetime: 10, service: 11 },
    { lifetime: 10, service: -1 },
  ])
    expect(metricProblems([thirds], bad)).toHaveLength(1)
})
