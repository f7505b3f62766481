import type { Inside } from '../editor-state.ts'
import { gapAtSelection, type SendPicture, sendPictures } from './uploads.ts'

/** Sends several pictures into the text without asking, to a place between two blocks or behind that of the cursor. */
export const sendMany = ({ controls }: Inside, send: SendPicture, files: readonly File[], at: number | null): void => {
  if (!controls) return
  const { view } = controls
  void sendPictures(view, files, { at: at ?? gapAtSelection(view.state), isGallery: false, send })
}
