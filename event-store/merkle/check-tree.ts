import type { Pool } from 'pg'
import type { CheckedEvent } from '../port.ts'
import { type Finding, findingAt } from './finding.ts'
import type { Proof } from './proof.ts'
import { type KnownLeaf, knownLeaves } from './signed-leaves.ts'
import { signedRoots } from './signed-roots.ts'
import { hashesFrom } from './tiles.ts'
import { type CompactTree, compactAt, type Digest, emptyTree, grown, rootOf } from './tree.ts'

/** `signed` is how many events the newest checkpoint is of. */
export type TreeFindings = { problems: Finding[]; signed: number }

const kept = 20

const changed = (position: bigint) =>
  findingAt(position, 'Position {position}: the event is not the one that was signed.')
const missing = (position: bigint) => findingAt(position, 'Position {position}: the event that was signed is missing.')
const invented = (position: bigint) =>
  findingAt(position, 'Position {position}: the event is not among those that were signed.')

/**
 * Compares the log, event by event and in order, with the tree that was signed. What the database says of the tree counts only as far as
 * signatures cover it; where it was rewritten too, what witnesses remember takes its place.
 */
export const treeChecker = async (pool: Pool, { checkpoints, witnesses }: Pick<Proof, 'checkpoints' | 'witnesses'>) => {
  const roots = await signedRoots(pool, checkpoints, witnesses)
  const { newest } = roots
  const leaves = knownLeaves(pool, witnesses, newest)
  const found: Finding[] = []
  let due = await roots.next()
  let start: CompactTree | null = emptyTree
  let index = 0
  let last = 0n
  // Since `start`: what the stored tree holds, what the log holds, and where the two differ.
  let stored: Digest[] = []
  let seen: CheckedEvent[] = []
  let differing: Finding[] = []

  const report = (problems: readonly Finding[]) => found.push(...problems.slice(0, Math.max(0, kept - found.length)))
  const differ = (problem: Finding) => differing.length < kept && differing.push(problem)
  const leads = (tree: CompactTree | null, root: Buffer): tree is CompactTree =>
    tree?.size === index && rootOf(tree).equals(root)

  /** Where the log leaves what witnesses remember. */
  const firstUnlike = (told: readonly KnownLeaf[]): Finding[] => {
    const place = told.findIndex(({ hash }, at) => seen[at]?.leaf !== hash)
    const [signed, event] = [told[place], seen[place]]
    if (!signed) return seen.slice(told.length, told.length + 1).map(({ position }) => invented(position))
    if (!event || event.position > signed.position) return [missing(signed.position)]
    return [event.position < signed.position ? invented(event.position) : changed(event.position)]
  }

  // Neither the stored tree nor the log leads to what was signed.
  const settleByWitness = async (from: CompactTree, root: Buffer): Promise<CompactTree | null> => {
    const told = await leaves.remembered(from.size, index)
    const tree =
      told &&
      grown(
        from,
        told.map(({ hash }) => hash),
      )
    if (told && leads(tree, root)) {
      report(firstUnlike(told))
      return tree
    }
    const [first, end] = [seen[0]?.position ?? last, seen.at(-1)?.position ?? last]
    const id =
      'Positions {position} to {end}: the events are not those that were signed, and nobody remembers which of them differ.'
    report([findingAt(first, id, { end: String(end) })])
    return null
  }

  const settle = async (): Promise<void> => {
    if (due?.size !== index) return
    const { root } = due
    due = await roots.next()
    const known = start && stored.length === index - start.size ? grown(start, stored) : null
    const ofLog =
      start && differing.length > 0
        ? grown(
            start,
            seen.map(({ leaf }) => leaf),
          )
        : known
    let next: CompactTree | null = null
    if (leads(known, root)) {
      report(differing)
      next = known
    } else if (leads(ofLog, root)) {
      report([findingAt(last, 'Position {position}: the tree beside the log is not the one that was signed.')])
      next = ofLog
    } else if (start) next = await settleByWitness(start, root)
    // Lost: what the tree keeps of its larger parts may still be what was signed.
    const parts = next ?? (await compactAt(hashesFrom(pool), index).catch(() => null))
    start = leads(parts, root) ? parts : null
    stored = []
    seen = []
    differing = []
  }

  // A leaf holds the link alone, so whether the event is what the link says is asked beside it.
  const lookAtLink = ({ isAsAppended, position }: CheckedEvent) => {
    if (!isAsAppended) report([changed(position)])
  }

  /** Takes an event in; true when it is done with, false when its leaf comes after one that is missing. */
  const take = (event: CheckedEvent): boolean => {
    const told = leaves.at(index)
    if (told && event.position > told.position) {
      differ(missing(told.position))
      stored.push(told.hash)
      index += 1
      return false
    }
    seen.push(event)
    last = event.position
    if (told && event.position < told.position) {
      differ(invented(event.position))
      return true
    }
    if (told) stored.push(told.hash)
    if (told?.hash !== event.leaf) differ(changed(event.position))
    else lookAtLink(event)
    index += 1
    return true
  }

  const check = async (events: readonly CheckedEvent[]): Promise<void> => {
    for (const event of events) {
      for (let isDone = false; !isDone; ) {
        if (index >= newest) {
          lookAtLink(event)
          break
        }
        if (!leaves.has(index)) await leaves.load(index)
        isDone = take(event)
        if (due?.size === index) await settle()
      }
    }
  }

  /** What was found once every event was checked, in order of position. */
  const findings = async (): Promise<TreeFindings> => {
    while (index < newest) {
      await leaves.load(index)
      const told = leaves.at(index)
      differ(missing(told?.position ?? last))
      if (told) stored.push(told.hash)
      index += 1
      await settle()
    }
    while (due) due = await roots.next()
    return { problems: [...roots.problems(), ...found], signed: newest }
  }

  return { check, findings }
}
