import { type ReactNode } from 'react'
import { formatDate } from '../date.tsx'
import { Picture } from '../drawings/picture.tsx'

/** What stands above an article's text; `at` is an ISO moment. */
export const ArticleHead = ({
  id,
  name,
  at,
  category,
  picture,
  focus,
}: {
  id: number
  name: string
  at: string
  category: ReactNode
  picture: string | null
  focus?: string | null
}) => (
  <>
    <h1 dir="auto">{name}</h1>
    <p className="by">
      <time dateTime={at}>{formatDate(at)}</time>
      {category && (
        <>
          <span aria-hidden="true">·</span>
          {category}
        </>
      )}
    </p>
    <Picture className="art" id={id} source={picture} focus={focus} depth={10} isFirst />
  </>
)
