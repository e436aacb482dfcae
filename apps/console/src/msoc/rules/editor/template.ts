/** The text of a new rule (rule RULE-UI-10). */
export const newRuleText = `title: New rule
level: medium
logsource:
  product: vehicle
  service: can
detection:
  selection:
    
  condition: selection
`
