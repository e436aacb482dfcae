import { policy, policyDate, type PolicyPart } from './policy.ts'
import './privacy.css'

interface PolicyTextProps {
  /** One level below the heading of the whole. */
  readonly heading: 'h2' | 'h3'
}

export function PolicyText({ heading: Heading }: PolicyTextProps) {
  return (
    <div className="policy">
      <p className="policy-date">Last changed on {policyDate}</p>
      {policy.map(({ title, parts }) => (
        <section key={title}>
          <Heading>{title}</Heading>
          {parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Part({ part }: { readonly part: PolicyPart }) {
  if (typeof part === 'string') return <p>{part}</p>
  return (
    <ul>
      {part.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
