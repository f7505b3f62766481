import { post } from '../../domain/resources/post.ts'
import { listed } from '../portal.ts'
import type { Reader } from '../reader.ts'
import { columnsOf } from '../sql.ts'

const p = columnsOf('post', 'p')

/** What of the news is asked for: what was published after one moment and until another, of some categories, or of all without any. */
type NewsAsked = { after: Date; until: Date; categories: readonly number[]; limit: number }

/** Posts that employees find among the news, the newest first. */
export const newsOf = async (
  pool: Reader,
  { after, until, categories, limit }: NewsAsked,
): Promise<{ slug: string; name: string; excerpt: string }[]> => {
  const text = `select p.slug, p.label as name, ${p('excerpt')} from post p
    where ${listed(post, 'p').join(' and ')} and p.published_at > $1 and p.published_at <= $2
      and ($3::int[] = '{}' or ${p('category')} = any($3)) order by p.published_at desc, p.id desc limit $4`
  const values = [after, until, categories, limit]
  return (await pool.query<{ slug: string; name: string; excerpt: string }>({ name: 'news', text, values })).rows
}
