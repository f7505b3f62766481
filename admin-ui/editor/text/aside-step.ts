import type { Node } from 'prosemirror-model'
import { PluginKey, type Transaction } from 'prosemirror-state'
import { Step, StepMap, StepResult } from 'prosemirror-transform'

/** What changes beside the text: its CSS (null as it was opened), and whether it is edited as code. */
export type Aside = { css: string | null; isCode: boolean }

/** Where the editor's state keeps it. */
export const asideKey = new PluginKey<Aside>('aside')

/** A change beside the text as a step of its history: undo and redo take back what 'Edit code' did, and lead to code and back. */
export class AsideStep extends Step {
  readonly before: Aside
  readonly after: Aside
  constructor(before: Aside, after: Aside) {
    super()
    this.before = before
    this.after = after
  }
  override apply(doc: Node): StepResult {
    return StepResult.ok(doc)
  }
  override getMap(): StepMap {
    return StepMap.empty
  }
  override invert(): AsideStep {
    return new AsideStep(this.after, this.before)
  }
  override map(): AsideStep {
    return this
  }
  override toJSON(): never {
    throw new Error('the history of a text is never stored')
  }
}

/** What stands beside the text after a change. */
export const asideAfter = (change: Transaction, aside: Aside): Aside => {
  const last = change.steps.findLast((step) => step instanceof AsideStep)
  return last instanceof AsideStep ? last.after : aside
}
