/** What each figure means, as the screen shows it: the rules of packages/shared/src/msoc/kpis/SPEC.md in short. */
export const definitions = {
  timers:
    'Of the alerts raised in the window that reached the queue. To detect: from the first event to the alert, where ' +
    'the event was not delayed by 5 minutes or more. To acknowledge, to resolve: from the alert to its ' +
    'acknowledgement, and to its closing. Median: half took at most this long; p90: nine of ten did.',
  flow:
    'Alerts raised and alerts closed on each day of your time zone. Closed alerts may have been raised before the ' +
    'window.',
  backlog: 'The alerts that are open now, by the time since they were raised, whatever the window.',
  escalations: 'Alerts added to a case in the window, and alerts whose escalation timer ran out in it.',
  falsePositives:
    'Of the alerts closed in the window, by rule or detector: the share that was closed as false positive.',
  vehicles:
    'The vehicles that raised most alerts in the window. Repeats: how often their conditions were met. False: closed ' +
    'as false positive.',
  coverage:
    'A technique is covered if an enabled rule has its tag (atm.t0072, attack.t0814) or a built-in detector notices ' +
    'it. Threat scenarios that name it in an attack tree show where coverage is needed.',
} as const
