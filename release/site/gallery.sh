# The gallery: for each puzzle of puzzles/sample.sdm a picture, a report and a checked proof.
# Sourced by release/site.sh.

gallery() { # arguments: folder, qedoku, qedoku-check
    local folder=$1 program=$2 checker=$3 number=0 name="" line grade
    mkdir -p "$folder"
    gallery_head >"$folder/index.html"
    while IFS= read -r line; do
        case $line in
        "# Source"* | "# Sample"*) continue ;;
        "# "*) name=${line#\# } && continue ;;
        "") continue ;;
        esac
        number=$((number + 1))
        "$program" draw "$line" -o "$folder/$number.svg" >/dev/null
        "$program" report "$line" --title "$name" -o "$folder/$number.html" >/dev/null
        "$program" prove "$line" -o "$folder/$number.qed" >/dev/null
        "$checker" "$folder/$number.qed" >"$folder/verdict"
        grade=$("$program" grade "$line" --format csv --quiet)
        grade=$(sed -n 2p <<<"$grade" | cut -d, -f 2,3 | sed "s/,/, hardest: /")
        gallery_entry >>"$folder/index.html"
    done <puzzles/sample.sdm
    rm "$folder/verdict"
    printf '</div>\n</main>\n</body>\n</html>\n' >>"$folder/index.html"
    echo "the gallery has $number puzzles"
}

gallery_head() {
    cat <<'HTML'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A gallery of proofs - Qedoku</title>
<link rel="icon" href="../play/icon.svg">
<link rel="stylesheet" href="../site.css">
</head>
<body>
<header>
<h1>A gallery of proofs</h1>
<p>Each puzzle has one solution. The report explains every step, and the checker accepts the proof.
<a href="../index.html">Qedoku</a></p>
</header>
<main>
<div class="gallery">
HTML
}

gallery_entry() {
    cat <<HTML
<article>
<a href="$number.html"><img src="$number.svg" alt="$name" width="600" height="600"></a>
<p><strong>$name</strong></p>
<p>Grade: $grade. $(grep -c . "$folder/$number.qed") lines of proof.</p>
<p><a href="$number.html">Report</a> <a href="$number.qed">Proof</a></p>
</article>
HTML
}
