import { t } from '../../ui-shared/i18n.ts'

/** The keys of the text, below it; drawn before the editor is there, so that it stays where it is. */
export const EditorHelp = ({ id }: { id?: string }) => (
  <p className="hint editor-help" id={id}>
    {t(
      'Escape, then Tab leaves the text. Shift+Enter starts a new line in the same paragraph, / a block, @ a link to a page, file or person.',
    )}
  </p>
)
