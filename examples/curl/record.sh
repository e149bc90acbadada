#!/bin/sh
# Adds an amount to a habit's value of today, in the habit's unit.
#
#   DAYMARK_URL=https://habits.example DAYMARK_KEY=dmk_… ./record.sh 7 2
set -eu
habit=${1:?give the id of a habit}
amount=${2:-1}

# Without --retry: a repeat would add the amount again. PUT …/progress/today/ sets a value and can be repeated.
curl --silent --show-error --fail-with-body \
  -H "Authorization: Bearer $DAYMARK_KEY" \
  -H "Content-Type: application/json" \
  -d "{\"by\": $amount}" \
  "$DAYMARK_URL/api/habits/$habit/progress/today/increment/"
