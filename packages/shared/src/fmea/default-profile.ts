import type { ActionPriority, PriorityTable, RatingProfile } from './rating-profile.ts'

type Criterion = readonly [title: string, description: string]

/** Criteria of the ratings 1 to 10, in this order. */
const scale = (...criteria: readonly Criterion[]) => criteria.map(([title, description]) => ({ title, description }))

const vehicleSeverity = scale(
  ['No effect', 'Nobody notices anything.'],
  ['Barely noticed', 'Look, sound or feel is slightly off; few users notice.'],
  ['Slightly annoying', 'Look, sound or feel is off; about half of the users notice.'],
  ['Annoying', 'Look, sound or feel is so far off that most users complain.'],
  ['Comfort reduced', 'A comfort function works only partly.'],
  ['Comfort lost', 'A comfort function no longer works.'],
  ['Driving function reduced', 'A function that normal driving needs works only partly.'],
  ['Driving function lost', 'A function that normal driving needs no longer works; nobody is in danger.'],
  ['Rule or law broken', 'The vehicle no longer complies with a regulation.'],
  ['Danger to people', 'The health or the life of occupants or other road users is in danger.'],
)

const processSeverity = scale(
  ['No effect', 'Neither a plant nor a user notices anything.'],
  ['Slight nuisance', 'A small extra effort at the station; few users notice.'],
  ['Minor rework at the station', 'A part of the production is reworked before the next operation; some users notice.'],
  ['Rework at the station', 'All of the production is reworked before the next operation; most users notice.'],
  ['Some rework off the line', 'A part of the production is reworked elsewhere; a comfort function is reduced.'],
  ['Rework off the line', 'All of the production is reworked elsewhere; a comfort function is lost.'],
  ['Sorting and some scrap', 'The production is sorted, the line slows down; a driving function is reduced.'],
  ['Scrap or line stop', 'The production is scrapped, or a line stands for a shift; a driving function is lost.'],
  ['Rule or law broken', 'A plant or the vehicle no longer complies with a regulation.'],
  ['Danger to people', 'The health of workers, occupants or other road users is in danger.'],
)

const designOccurrence = scale(
  ['Excluded', 'The design excludes the cause, and this is proven.'],
  ['Nearly excluded', 'A proven design in the same use, with prevention that has worked in the field for years.'],
  ['Very rare', 'A proven design with small changes; prevention is known to work.'],
  ['Rare', 'A design like earlier ones; test and calculation found no weakness.'],
  ['Now and then', 'A changed design or use; similar ones failed seldom.'],
  ['Sometimes', 'A changed design or use; similar ones failed from time to time.'],
  ['Rather often', 'A new design from known technology; prevention covers a part of the causes.'],
  ['Often', 'A new design or use with little experience; prevention is weak.'],
  ['Very often', 'New technology, known from elsewhere; there is hardly any prevention.'],
  ['Nearly always', 'New technology without any experience; there is no prevention.'],
)

const processOccurrence = scale(
  ['Excluded', 'Product or process make the cause impossible.'],
  ['Nearly excluded', 'Technical prevention that hardly depends on people; the cause was never seen.'],
  ['Very rare', 'Technical prevention with long experience; the cause was seen once.'],
  ['Rare', 'Technical prevention, and rules of work that are followed; a few cases in years.'],
  ['Now and then', 'Prevention works well; cases are spread over the year.'],
  ['Sometimes', 'Prevention works in most cases; several cases a year.'],
  ['Rather often', 'Prevention works partly; cases each month.'],
  ['Often', 'Prevention is mostly by instructions; cases each week.'],
  ['Very often', 'Prevention has little effect; cases each day.'],
  ['Nearly always', 'There is no prevention; the cause is part of nearly every shift.'],
)

const designDetection = scale(
  ['Certain', 'The cause or mode is found for certain, or cannot come about after this test.'],
  ['Nearly certain', 'A proven test of the pass or fail kind, early enough to change the design.'],
  ['Very good', 'A proven test to failure, early enough to change the design.'],
  ['Good', 'A proven test with margins, early enough to change the design.'],
  ['Rather good', 'A proven test, late, but before the design is released.'],
  ['Moderate', 'A test that was used for similar products, before the design is released.'],
  ['Rather weak', 'A new test that was checked, shortly before the release.'],
  ['Weak', 'A new test that was not checked.'],
  ['Very weak', 'The test was not made for this cause or mode.'],
  ['None', 'There is no test, or none is possible.'],
)

const processDetection = scale(
  ['Certain', 'The part cannot be made wrong, or a wrong part cannot go on; proven.'],
  ['Nearly certain', 'A machine finds the cause and stops before a wrong part is made.'],
  ['Very good', 'A machine finds the wrong part at its station and keeps it there.'],
  ['Good', 'A machine finds the wrong part later in the line and keeps it there.'],
  ['Rather good', 'A machine measures at the station, people decide; the gauge is proven capable.'],
  ['Moderate', 'People measure with a gauge that is proven capable.'],
  ['Rather weak', 'A machine or gauge that is not proven capable.'],
  ['Weak', 'People look, listen or feel; it is not proven that they find it.'],
  ['Very weak', 'Found by chance, by audits or samples.'],
  ['None', 'There is no inspection, or none is possible.'],
)

const frequency = scale(
  ['Excluded', 'The cause cannot arise in the life of a vehicle, and this is proven.'],
  ['Nearly excluded', 'One case in the life of all vehicles is not expected.'],
  ['Very rare', 'A few cases in the life of all vehicles.'],
  ['Rare', 'Isolated cases in the life of a series.'],
  ['Now and then', 'Cases in the field each year.'],
  ['Sometimes', 'Cases in the field each quarter.'],
  ['Rather often', 'Cases in the field each month.'],
  ['Often', 'Many vehicles once in their life.'],
  ['Very often', 'Most vehicles once in their life.'],
  ['Not known, or all the time', 'Most vehicles several times, or nobody can say.'],
)

const monitoring = scale(
  ['Certain', 'The fault is always found in time, and the response always avoids the effect.'],
  ['Nearly certain', 'The fault is found in nearly all cases, in time for the response; proven.'],
  ['Very good', 'The fault is found in most cases, in time for the response; proven.'],
  ['Good', 'The fault is found in most cases, in time; proven for similar systems.'],
  ['Rather good', 'System or driver find the fault in many cases, in time.'],
  ['Moderate', 'System or driver find the fault in about half of the cases, in time.'],
  ['Rather weak', 'The fault is found in some cases, or the response is often late.'],
  ['Weak', 'The fault is found in few cases, or the response is mostly late.'],
  ['Very weak', 'The fault is hardly ever found in time.'],
  ['None', 'There is no monitoring, or no response that helps.'],
)

const band = (from: number, to = from) => ({ from, to })
const letters = (...rows: readonly string[]) =>
  rows.map((row) => row.split(' ').map((cells) => [...cells] as ActionPriority[]))

const usual: PriorityTable = {
  severity: [band(9, 10), band(7, 8), band(4, 6), band(2, 3), band(1)],
  occurrence: [band(8, 10), band(6, 7), band(4, 5), band(2, 3), band(1)],
  detection: [band(7, 10), band(5, 6), band(2, 4), band(1)],
  cells: letters(
    'HHHH HHHH HHHM HMLL LLLL',
    'HHHH HHHM HMMM MMLL LLLL',
    'HHMM MMML MLLL LLLL LLLL',
    'MMLL LLLL LLLL LLLL LLLL',
    'LLLL LLLL LLLL LLLL LLLL',
  ),
}

/**
 * Ours: high from the frequency on at which a dangerous effect is to be expected however good the monitoring, and
 * better monitoring lowers the priority the more, the rarer the cause and the milder the effect.
 */
const monitored: PriorityTable = {
  severity: [band(10), band(9), band(7, 8), band(4, 6), band(2, 3), band(1)],
  occurrence: [band(7, 10), band(6), band(5), band(4), band(3), band(2), band(1)],
  detection: [band(9, 10), band(7, 8), band(6), band(4, 5), band(2, 3), band(1)],
  cells: letters(
    'HHHHHH HHHHHH HHHHHH HHHHHH HHHHHM MMMMLL LLLLLL',
    'HHHHHH HHHHHH HHHHHH HHHHHH HHHHMM MMMMLL LLLLLL',
    'HHHHHH HHHHHH HHHHMM HHMMLL HMLLLL MMLLLL LLLLLL',
    'HHHHHH HHHMMM HHHMMM MMLLLL MMLLLL MMLLLL LLLLLL',
    'MMMMMM MMLLLL MMLLLL LLLLLL LLLLLL LLLLLL LLLLLL',
    'LLLLLL LLLLLL LLLLLL LLLLLL LLLLLL LLLLLL LLLLLL',
  ),
}

/**
 * The shipped rating profile: criteria in our own words, and the action priorities as commonly published. Public
 * copies of the tables contradict one another, and that of FMEA-MSR is ours: users confirm both against their own copy
 * of the AIAG & VDA FMEA Handbook before they rely on them.
 */
export const defaultProfile: RatingProfile = {
  scales: {
    design: { severity: vehicleSeverity, occurrence: designOccurrence, detection: designDetection },
    process: { severity: processSeverity, occurrence: processOccurrence, detection: processDetection },
    monitoring: { severity: vehicleSeverity, occurrence: frequency, detection: monitoring },
  },
  priorities: { usual, monitoring: monitored },
}

/** The shipped profile as the first version of an organisation's own: the organisation makes the next one. */
export const shippedProfile = { name: 'Default', version: 1, state: 'released', content: defaultProfile } as const
