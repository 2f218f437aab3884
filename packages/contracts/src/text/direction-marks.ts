/** Marks that nobody sees and that turn what stands beside them round: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const marks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text that leaves what is shown beside it as it is. Letters tell their direction themselves. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(marks, '');
