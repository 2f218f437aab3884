/** Looks files through for malware while they come in. Nothing of a file counts before its scan has ended well. */
export interface FileScanner {
  /**
   * Begins with a file, as soon as there is room for another.
   * @throws ApiError SCANNER_UNAVAILABLE
   */
  begin(): Promise<FileScan>;
}

/** One file on its way through. Calls of it do not overlap. */
export interface FileScan {
  /**
   * Hands over what comes next; the bytes are the caller's again once it resolves.
   * @throws ApiError FILE_INFECTED, SCANNER_UNAVAILABLE as soon as either is known
   */
  write(piece: Uint8Array): Promise<void>;
  /**
   * Resolves when the scanner has seen all of it and found nothing.
   * @throws ApiError FILE_INFECTED, SCANNER_UNAVAILABLE
   */
  end(): Promise<void>;
  /** Lets go of what the scan holds, however far it is. */
  close(): void;
}
