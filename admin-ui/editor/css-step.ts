import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { Step, StepMap, StepResult } from 'prosemirror-transform'

/**
 * A change of the CSS beside the text, as a step of the editor's history: so undo and redo take back what 'Edit code' did to
 * both. It leaves the text as it is.
 */
export class CssStep extends Step {
  readonly before: string
  readonly after: string
  constructor(before: string, after: string) {
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
  override invert(): CssStep {
    return new CssStep(this.after, this.before)
  }
  override map(): CssStep {
    return this
  }
  override toJSON(): never {
    throw new Error('the history of a text is never stored')
  }
}

/** The CSS after a change; as it was when the change does not touch it. */
export const cssAfter = (change: Transaction, css: string | null): string | null => {
  const last = change.steps.findLast((step) => step instanceof CssStep)
  return last instanceof CssStep ? last.after : css
}
