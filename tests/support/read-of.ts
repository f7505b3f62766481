import type pg from 'pg'
import { expect } from 'vitest'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A statement and its values. */
export type Statement = { text: string; values: unknown[] }

const literal = (client: pg.Client, value: unknown): string => {
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join()}}`)
  return typeof value === 'number' ? String(value) : client.escapeLiteral(String(value))
}

/** What of a table a statement reads, as planned for these values and for any: its rows, by which indexes, and how many rows it answers. */
export const readOf = async (client: pg.Client, statement: Statement, mode: string, relation = 'post') => {
  await client.query(`set plan_cache_mode = ${mode}`)
  const values = statement.values.map((value) => literal(client, value))
  await client.query(`prepare asked as ${statement.text}`)
  const asked = `execute asked${values.length > 0 ? `(${values.join(', ')})` : ''}`
  const { rows: found } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) ${asked}`,
  )
  const answered = (await client.query(asked)).rows.length
  await client.query('deallocate asked')
  const [plan] = found[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('there is no plan')
  const nodes = nodesOf(plan.Plan)
  const scans = nodes.filter((node) => node['Relation Name'] === relation)
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  const readBy = (node: Node) => node['Actual Rows'] + (node['Rows Removed by Index Recheck'] ?? 0)
  return {
    read: scans.reduce((sum, node) => sum + readBy(node) * node['Actual Loops'], 0),
    indexes: nodes.flatMap((node) => (node['Actual Loops'] > 0 ? (node['Index Name'] ?? []) : [])),
    answered,
  }
}

/** The rows of a table that a statement reads. */
export const readRows = async (
  client: pg.Client,
  statement: Statement,
  mode: string,
  relation = 'post',
): Promise<number> => (await readOf(client, statement, mode, relation)).read
