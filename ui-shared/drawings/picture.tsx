import { AtriumDrawing, hueOf } from './atrium-drawing.tsx'

/**
 * The picture of a record, or where there is none a drawing of its own (seeded by the id) with `words` over it.
 * Pictures say nothing that the text beside them does not, so they have no alternative text. `isFirst` loads at once.
 */
export const Picture = ({
  id,
  source,
  words,
  className,
  depth = 8,
  isFirst = false,
}: {
  id: number
  source: string | null
  className: string
  words?: string | undefined
  depth?: number
  isFirst?: boolean
}) =>
  source ? (
    <div className={className}>
      <img
        src={source}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  ) : (
    <div className={className} style={{ background: hueOf(id) }}>
      <AtriumDrawing seed={id} depth={depth} opacity={0.4} />
      {words && <span aria-hidden="true">{words}</span>}
    </div>
  )
