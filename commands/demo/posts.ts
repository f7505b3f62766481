import content from './content/posts.json' with { type: 'json' }

export type DemoPost = {
  title: string
  /** The name of a file in `pictures/`. */
  picture: string
  excerpt: string
  category: string
  /** How many days ago. */
  days: number
  body: readonly string[]
  quote?: string
  css?: string
}

/** What the demo company has written. */
export const posts: readonly DemoPost[] = content

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The text of a demo post as HTML. */
export const bodyOf = (post: DemoPost): string => {
  const [first = '', ...others] = post.body.map(escape)
  const quote = post.quote ? `<blockquote><p>${escape(post.quote)}</p></blockquote>` : ''
  return [`<p>${first}</p>`, quote, ...others.map((text) => `<p>${text}</p>`)].join('')
}
