import { CrossIcon } from '@blueprintjs/icons'
import { cryptoRules } from '@carapace/shared/sbom/cbom/crypto-rules'
import { type CryptoHitWire, getCryptoAsset } from '@carapace/shared/sbom/crypto.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { calendarDay } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { releasesText } from '../words.ts'
import { type CryptoSearch, scopeOf } from './search.ts'
import { typeNames } from './words.ts'

interface AssetDrawerProps {
  readonly id: string
  readonly search: CryptoSearch
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

type Detail = (typeof getCryptoAsset)['output']['_output']

/** One asset: the rules that it breaks, its properties, and where it is (rule CBOM-UI-3). */
export function AssetDrawer({ id, search, onOpen, onClose }: AssetDrawerProps) {
  const { data, problem, refetch } = useEndpoint(getCryptoAsset, { id, ...scopeOf(search) })
  useHotkeys([{ keys: 'Escape', title: 'Close the asset', group: 'CBOM', run: onClose }])
  return (
    <section className="sb-drawer" aria-label={data ? data.asset.name : 'Asset'}>
      <header className="sb-drawer-head">
        <div className="sb-drawer-line">
          <span>{data && typeNames[data.asset.type]}</span>
          <span className="sb-drawer-close">
            <IconButton icon={<CrossIcon />} label="Close" keys="Escape" onClick={onClose} />
          </span>
        </div>
        <h2>{data?.asset.name}</h2>
        {data && <span className="sb-quiet">in {releasesText(data.asset.releases)}</span>}
      </header>
      <div className="sb-drawer-body" tabIndex={0} role="group" aria-label="About the asset">
        <Loaded
          what="The asset"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={8} columns={['96px', '1fr']} />}
        >
          {(detail) => (
            <>
              <Hits hits={detail.asset.hits} />
              <Properties detail={detail} onOpen={onOpen} />
              <Places places={detail.places} />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function Hits({ hits }: { readonly hits: readonly CryptoHitWire[] }) {
  if (hits.length === 0) return <p className="sb-quiet">It breaks no rule of the policy.</p>
  return (
    <section>
      <h3>Broken rules</h3>
      <ul className="cb-hits">
        {hits.map(({ rule, severity, reason, replacement, until, source }) => (
          <li key={`${rule} ${reason}`}>
            <SeverityLabel severity={severity} /> <b>{cryptoRules[rule].title}</b>
            <p>{reason}</p>
            {replacement !== null && <p>Use instead: {replacement}.</p>}
            {until !== null && <p>Allowed until {calendarDay(until)}.</p>}
            <p className="sb-quiet">{source}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PropertiesProps {
  readonly detail: Detail
  readonly onOpen: (id: string) => void
}

function Properties({ detail: { properties, refers_to: refers, asset }, onOpen }: PropertiesProps) {
  const facts = [
    ...(asset.algorithm === null ? [] : [{ name: 'Recognised as', value: asset.algorithm }]),
    ...properties,
  ]
  return (
    <section>
      <h3>Properties</h3>
      <dl className="sb-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {refers.map(({ role, id, name }) => (
          <div key={`${role} ${id}`}>
            <dt>{role}</dt>
            <dd>
              <button type="button" className="sb-link" onClick={() => onOpen(id)}>
                {name}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Places({ places }: Pick<Detail, 'places'>) {
  return (
    <section>
      <h3>Where it is</h3>
      <ul className="cb-hits">
        {places.map(({ release_uuid: release, software, version, position, provided_by: provides, used_by: uses }) => (
          <li key={`${release} ${position}`}>
            <Link to="/org/sbom/sbom-dashboard" search={{ release, open: position } as never}>
              {software} {version}
            </Link>
            {provides.length > 0 && <p>Implemented by {provides.join(', ')}</p>}
            {uses.length > 0 && <p>Used by {uses.join(', ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
