/** Has a picture that is about to be shown fetched before others, while the screen around it is still to be drawn. */
export const fetchPicture = (source: string | null | undefined): void => {
  if (source) Object.assign(new Image(), { fetchPriority: 'high', src: source })
}
