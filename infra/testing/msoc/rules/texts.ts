/** A detection rule on log lines that contain a word, with an id if one is given. */
export const lineRule = (title: string, word: string, more = '') => `title: ${title}
${more}level: high
tags:
    - attack.t1110
logsource:
    product: vehicle
    service: syslog
detection:
    selection:
        message|contains: ${word}
    condition: selection
`

/** A correlation that counts the hits of a rule on each vehicle. */
export const countRule = (title: string, rule: string, count: number, timespan = '5m') => `title: ${title}
level: critical
correlation:
    type: event_count
    rules:
        - ${rule}
    group-by:
        - vehicle
    timespan: ${timespan}
    condition:
        gte: ${count}
`

/** A text with a unit test, which passes if the word is in the rule. */
export const tested = (text: string, word: string) => `${text}tests:
    - name: finds ${word}
      match: true
      events:
          - type: syslog
            message: a ${word} line
`
